import * as v from 'valibot'
import type { CallInput } from '../../../shared/ipc.ts'
import type { ApiClient } from '../http/api-client.ts'
import { collectionPath } from '../http/document-query.ts'
import { readSignIn, type LoginAnswer } from './login.ts'

const initShape = v.looseObject({ initialized: v.boolean() })

/** True if a collection of users is empty, so that the next visitor may create its first user. */
export async function hasNoUser(client: ApiClient, collection: string): Promise<boolean> {
  const answer = await client.request({
    method: 'GET',
    path: `${collectionPath(collection)}/init`,
    authenticated: false,
  })
  if (answer.kind === 'network' || answer.status !== 200) return false
  const parsed = v.safeParse(initShape, answer.json)
  return parsed.success && !parsed.output.initialized
}

/**
 * Creates the first user of a site and signs them in. Refused if there is a user by now, or if required fields are
 * missing.
 */
export async function registerFirstUser(
  client: ApiClient,
  {
    collection,
    values,
    password,
  }: Pick<CallInput<'session.firstUser'>, 'collection' | 'values' | 'password'>,
  cookiePrefix: string,
): Promise<LoginAnswer> {
  const answer = await client.request({
    method: 'POST',
    path: `${collectionPath(collection)}/first-register`,
    body: { ...values, password },
    authenticated: false,
    neverRepeat: true,
  })
  return readSignIn(answer, cookiePrefix)
}
