import type { CollectionConfig } from 'payload'
import { fieldForAdmin, isAdmin, isAdminOrSelf, isWriterOrSelf, roleOf } from '../access.ts'

/** Staff: signs in by e-mail and may use the admin panel. */
export const users: CollectionConfig = {
  slug: 'users',
  labels: {
    singular: { en: 'User', de: 'Benutzer', ar: 'مستخدم' },
    plural: { en: 'Users', de: 'Benutzer', ar: 'المستخدمون' },
  },
  auth: { tokenExpiration: 7200, maxLoginAttempts: 10, lockTime: 60_000 },
  access: {
    admin: ({ req }) => roleOf(req) !== null,
    create: isAdmin,
    read: isAdminOrSelf,
    update: isAdminOrSelf,
    delete: isAdmin,
    unlock: isAdmin,
  },
  admin: {
    useAsTitle: 'name',
    defaultColumns: ['name', 'email', 'role'],
    hidden: ({ user }) => user?.['role'] !== 'admin',
  },
  fields: [
    { name: 'name', type: 'text', required: true, label: { en: 'Name', de: 'Name', ar: 'الاسم' } },
    {
      name: 'role',
      type: 'select',
      required: true,
      defaultValue: 'reader',
      saveToJWT: true,
      access: { create: fieldForAdmin, update: fieldForAdmin },
      label: { en: 'Role', de: 'Rolle', ar: 'الدور' },
      options: [
        { label: { en: 'Administrator', de: 'Verwaltung', ar: 'مدير' }, value: 'admin' },
        { label: { en: 'Editor', de: 'Redaktion', ar: 'محرر' }, value: 'editor' },
        { label: { en: 'Reader', de: 'Lesend', ar: 'قارئ' }, value: 'reader' },
      ],
    },
  ],
}

/** Contributors from outside: they sign in by user name, read published documents and keep notes. */
export const members: CollectionConfig = {
  slug: 'members',
  labels: {
    singular: { en: 'Member', de: 'Mitglied', ar: 'عضو' },
    plural: { en: 'Members', de: 'Mitglieder', ar: 'الأعضاء' },
  },
  auth: {
    useAPIKey: true,
    loginWithUsername: { allowEmailLogin: false, requireEmail: false, requireUsername: true },
  },
  access: {
    admin: ({ req }) => roleOf(req) === 'member',
    create: isAdmin,
    read: isWriterOrSelf,
    update: isWriterOrSelf,
    delete: isAdmin,
    unlock: isAdmin,
  },
  admin: { useAsTitle: 'username', defaultColumns: ['username', 'displayName'] },
  fields: [
    {
      name: 'displayName',
      type: 'text',
      label: { en: 'Display name', de: 'Anzeigename', ar: 'الاسم المعروض' },
    },
  ],
}
