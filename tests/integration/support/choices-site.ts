/* A site whose functions narrow what may be chosen, started as the demo CMS is (startCms with `script`). */
import { access, makeEditor, serveSite } from './serve-site.ts'

await serveSite({
  collections: [
    {
      slug: 'menus',
      access,
      fields: [
        { name: 'meal', type: 'text' },
        {
          name: 'drink',
          type: 'select',
          options: ['water', 'coffee', 'wine'],
          filterOptions: ({ options, siblingData }) =>
            options.filter(
              (option) =>
                siblingData['meal'] !== 'breakfast' ||
                (typeof option === 'string' ? option : option.value) !== 'wine',
            ),
        },
        {
          name: 'courses',
          type: 'blocks',
          filterOptions: ({ data }) => (data['meal'] === 'breakfast' ? ['bread'] : true),
          blocks: ['bread', 'soup'].map((slug) => ({ slug, fields: [{ name: 'words', type: 'text' }] })),
        },
        {
          name: 'always',
          type: 'blocks',
          filterOptions: ['soup'],
          blocks: ['bread', 'soup'].map((slug) => ({ slug, fields: [{ name: 'words', type: 'text' }] })),
        },
      ],
    },
    { slug: 'users', auth: true, access, fields: [] },
  ],
  onInit: makeEditor,
})
