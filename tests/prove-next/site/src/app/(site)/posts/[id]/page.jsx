import config from '@payload-config'
import { draftMode } from 'next/headers'
import { notFound } from 'next/navigation'
import { getPayload } from 'payload'
import { Post } from './post.jsx'

/** The post as the server has it, and a part that shows it as it is typed. */
export default async function Page({ params }) {
  const { id } = await params
  const { isEnabled: draft } = await draftMode()
  const payload = await getPayload({ config })
  const post = await payload
    .findByID({ collection: 'posts', id, draft, overrideAccess: draft, depth: 1 })
    .catch(() => null)
  if (post === null) notFound()
  return (
    <>
      <p data-show="server">{post.title}</p>
      <Post post={JSON.parse(JSON.stringify(post))} />
    </>
  )
}
