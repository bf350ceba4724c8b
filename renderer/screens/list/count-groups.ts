import type { CallInput, CallOutput } from '../../../shared/ipc.ts'
import { galley } from '../../data/bridge.ts'

/** The server may read a whole collection for a count. */
export const QUIET_MS = 5000

const underWay = new Map<string, Promise<void>>()

/**
 * Groups as the server counts them, one count of a question at a time: the next one begins some seconds after the last
 * one ended, for whoever waits for it then.
 */
export async function countGroups(
  input: CallInput<'documents.groups'>,
  signal: AbortSignal,
): Promise<CallOutput<'documents.groups'>> {
  const question = JSON.stringify(input)
  for (let last = underWay.get(question); last; last = underWay.get(question)) {
    await last
    signal.throwIfAborted()
  }
  const counted = galley.call('documents.groups', input)
  underWay.set(question, quietAfter(counted, question))
  return counted
}

async function quietAfter(counted: Promise<unknown>, question: string): Promise<void> {
  await Promise.allSettled([counted])
  await new Promise((resolve) => setTimeout(resolve, QUIET_MS))
  underWay.delete(question)
}
