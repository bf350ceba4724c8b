import type { DocumentPermissions } from '../../../shared/cms/document-permissions.ts'

/** Permissions that allow everything. */
export const allPermissions: DocumentPermissions = {
  edit: true,
  update: true,
  publish: true,
  unpublish: true,
  delete: true,
  create: true,
  byData: false,
  hiddenFields: [],
  fixedFields: [],
}
