import type { DocumentPermissions } from '../../../shared/cms/document-permissions.ts'

/** Of a document with which everything may be done. */
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
