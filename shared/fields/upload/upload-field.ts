import type { NamedBase } from '../../cms/field-base.ts'
import type { RelationOptions, RelationTarget } from '../relation-target.ts'

export type UploadField = NamedBase & RelationTarget & RelationOptions & { type: 'upload' }
