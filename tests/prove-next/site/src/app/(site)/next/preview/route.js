import config from '@payload-config'
import { draftMode } from 'next/headers'
import { redirect } from 'next/navigation'
import { getPayload } from 'payload'

/** As in Payload's website template: drafts are for who is signed in to the CMS. */
export async function GET(request) {
  const path = new URL(request.url).searchParams.get('path') ?? ''
  const payload = await getPayload({ config })
  const { user } = await payload.auth({ headers: request.headers })
  const draft = await draftMode()
  if (!user || !path.startsWith('/')) {
    draft.disable()
    return new Response('You are not allowed to preview this page', { status: 403 })
  }
  draft.enable()
  redirect(path)
}
