/** What the fields that point at documents have in common. */
export type RelationTarget = {
  relationTo: string[]
  /** True where a value is `{relationTo, value}` (S3.07). */
  polymorphic: boolean
  hasMany: boolean
}
