import type { CallInput, CallOutput } from '../../../shared/ipc.ts'
import { galley } from '../../data/bridge.ts'

/** Milliseconds between two counts of the same groups: for each the server may read a whole collection. */
export const QUIET_MS = 5000

const underWay = new Map<string, Promise<void>>()

/**
 * Returns groups as the server counts them. Equal questions are asked one at a time, seconds apart; one that
 * is aborted while it waits is not asked.
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
