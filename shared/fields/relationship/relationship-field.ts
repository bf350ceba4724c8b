import type { NamedBase } from '../../cms/field-base.ts'
import type { RelationOptions, RelationTarget } from '../relation-target.ts'

export type RelationshipField = NamedBase & RelationTarget & RelationOptions & { type: 'relationship' }
