import path from 'node:path'
import type { CollectionConfig } from 'payload'
import { isAdmin, isSignedIn, isWriter } from '../access.ts'

/** Pictures and documents; files are in `dataDir`/media. */
export function media(dataDir: string): CollectionConfig {
  return {
    slug: 'media',
    labels: {
      singular: { en: 'Media', de: 'Medium', ar: 'ملف' },
      plural: { en: 'Media', de: 'Medien', ar: 'الوسائط' },
    },
    access: { create: isWriter, read: isSignedIn, update: isWriter, delete: isAdmin },
    admin: {
      group: { en: 'Content', de: 'Inhalte', ar: 'المحتوى' },
      defaultColumns: ['filename', 'alt', 'mimeType', 'filesize', 'updatedAt'],
    },
    folders: true,
    upload: {
      staticDir: path.join(dataDir, 'media'),
      adminThumbnail: 'thumbnail',
      focalPoint: true,
      mimeTypes: ['image/*', 'audio/*', 'application/pdf', 'text/plain'],
      imageSizes: [
        { name: 'thumbnail', width: 180, height: 120, position: 'centre' },
        { name: 'card', width: 480 },
        { name: 'wide', width: 1200 },
      ],
    },
    fields: [
      {
        name: 'alt',
        type: 'text',
        required: true,
        localized: true,
        label: { en: 'Alternative text', de: 'Alternativtext', ar: 'النص البديل' },
      },
      { name: 'credit', type: 'text', label: { en: 'Credit', de: 'Bildnachweis', ar: 'المصدر' } },
      { name: 'takenOn', type: 'date', label: { en: 'Taken on', de: 'Aufgenommen am' } },
    ],
  }
}
