import type { NamedBase } from '../../cms/field-base.ts'
import type { RelationTarget } from '../relation-target.ts'

export type UploadField = NamedBase & RelationTarget & { type: 'upload' }
