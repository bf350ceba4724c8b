import type { CallInput, CallOutput } from '../../../shared/ipc.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { serverWords, troubleOf } from '../answer-shapes.ts'
import type { ApiAnswer, ApiClient } from '../http/api-client.ts'
import { collectionPath } from '../http/document-query.ts'
import { readSignIn, type LoginAnswer } from './login.ts'

type StepResult = CallOutput<'session.forgotPassword'>

/** Requests the reset e-mail. The site answers the same for unknown names. */
export async function forgotPassword(
  client: ApiClient,
  { collection, identifier }: Pick<CallInput<'session.forgotPassword'>, 'collection' | 'identifier'>,
): Promise<StepResult> {
  const name = identifier.trim()
  const asked = name.includes('@') ? 'email' : 'username'
  const first = await send(client, collection, '/forgot-password', { [asked]: name })
  // The site refuses an identifier as missing if it fits neither type. A user name may contain an @, so that is tried
  // next.
  const missesOther = first.kind === 'http' && first.status === 400 && asked === 'email'
  return resultOf(
    missesOther ? await send(client, collection, '/forgot-password', { username: name }) : first,
  )
}

/** Sets a new password with the code of the e-mail, and signs in. */
export async function resetPassword(
  client: ApiClient,
  {
    collection,
    token,
    password,
  }: Pick<CallInput<'session.resetPassword'>, 'collection' | 'token' | 'password'>,
  cookiePrefix: string,
): Promise<LoginAnswer> {
  return readSignIn(await send(client, collection, '/reset-password', { token, password }), cookiePrefix)
}

/** Confirms a user's e-mail address with the code of the e-mail. */
export async function verifyEmail(
  client: ApiClient,
  { collection, token }: Pick<CallInput<'session.verifyEmail'>, 'collection' | 'token'>,
): Promise<StepResult> {
  return resultOf(await send(client, collection, `/verify/${encodeURIComponent(token)}`, {}))
}

function send(client: ApiClient, collection: string, step: string, body: JsonObject): Promise<ApiAnswer> {
  return client.request({
    method: 'POST',
    path: collectionPath(collection) + step,
    body,
    authenticated: false,
    neverRepeat: true,
  })
}

function resultOf(answer: ApiAnswer): StepResult {
  const problem = troubleOf(answer)
  if (problem) return { outcome: 'problem', problem }
  if (answer.kind === 'network') throw new Error('unreachable: a network answer is a problem')
  const { message } = serverWords(answer.json)
  return answer.status === 200 ? { outcome: 'done' } : { outcome: 'refused', message }
}
