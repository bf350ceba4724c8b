import type { Doc, Ledger } from './ledger.ts'
import type { Random } from './random.ts'

/** How many documents are worked on at a time. */
const AT_ONCE = 6

/** Which document is next: mostly one of a few that both editors are at, so that they meet and steps can be taken back. */
export type Attention = { pick: () => Doc }

export function createAttention(ledger: Ledger, random: Random): Attention {
  const now: Doc[] = []
  return {
    pick() {
      if (random.chance(0.2)) return random.pick(ledger.docs)
      if (now.length < AT_ONCE) now.push(random.pick(ledger.docs))
      else if (random.chance(0.02)) now[random.int(0, AT_ONCE - 1)] = random.pick(ledger.docs)
      return random.pick(now)
    },
  }
}
