import * as v from 'valibot'
import { ownSession, type CallOutput, type OwnSession } from '../../../shared/ipc.ts'
import type { SiteContext } from '../site-context.ts'
import { judgeDone } from './only-server.ts'

const answerShape = v.looseObject({ sessions: v.nullable(v.array(ownSession)) })

/** Lists the user's sessions after ending some of them (companion's /desktop/sessions). */
export async function ownSessions(
  site: SiteContext,
  end: readonly string[],
): Promise<CallOutput<'ownSessions.list'>> {
  const path = '/desktop/sessions'
  // Ending a session twice has the same effect, so the request may be repeated.
  const answer = await site.client.request(
    end.length === 0 ? { method: 'GET', path } : { method: 'POST', path, body: { end: [...end] } },
  )
  const judged = await judgeDone(site, answer, (json): { sessions: OwnSession[] | null } | null => {
    const parsed = v.safeParse(answerShape, json)
    return parsed.success ? parsed.output : null
  })
  return judged.ok ? { outcome: 'listed', list: judged.value.sessions } : judged.why
}
