/*
 * A site on which it depends on the document what somebody may do, started as the demo CMS is (startCms with `script`):
 * stories are changed by their owner and published by nobody, accounts are changed by whoever they are of, notices are
 * read by those that they are not hidden from and changed by their owner, number 5 by nobody.
 */
import { access, makeEditor, serveSite } from './serve-site.ts'

await serveSite({
  collections: [
    {
      slug: 'stories',
      access: {
        ...access,
        update: ({ data, req }) =>
          data?.['_status'] === 'published' ? false : { owner: { equals: Number(req.user?.id) } },
      },
      admin: { useAsTitle: 'title' },
      versions: { drafts: { autosave: { interval: 200 } } },
      fields: [
        { name: 'title', type: 'text' },
        { name: 'owner', type: 'number' },
      ],
    },
    {
      slug: 'notices',
      access: {
        ...access,
        read: ({ req }) => ({ hiddenFrom: { not_equals: Number(req.user?.id) } }),
        update: ({ id, req }) => String(id) !== '5' && { owner: { equals: Number(req.user?.id) } },
      },
      versions: { drafts: { schedulePublish: true } },
      fields: [
        { name: 'owner', type: 'number' },
        { name: 'hiddenFrom', type: 'number' },
        { name: 'kind', type: 'select', options: ['one', 'two'] },
      ],
    },
    {
      slug: 'users',
      auth: true,
      access: { ...access, update: ({ id, req }) => id !== undefined && String(id) === String(req.user?.id) },
      fields: [{ name: 'name', type: 'text' }],
    },
  ],
  endpoints: [
    {
      // Plans that are there whoever may publish the documents by now.
      path: '/plan',
      method: 'post',
      handler: async (req) => {
        const plans: unknown = await req.json?.()
        for (const plan of Array.isArray(plans) ? plans : []) {
          const { doc, type, date } = plan
          await req.payload.jobs.queue({
            task: 'schedulePublish',
            input: { doc, type },
            waitUntil: new Date(date),
          })
        }
        return Response.json({})
      },
    },
  ],
  onInit: async (payload) => {
    await makeEditor(payload)
    const { totalDocs } = await payload.count({ collection: 'stories' })
    if (totalDocs > 0) return
    for (const [title, owner] of [
      ['Mine', 1],
      ['Theirs', 2],
    ] as const)
      await payload.create({ collection: 'stories', data: { title, owner, _status: 'draft' } })
  },
})
