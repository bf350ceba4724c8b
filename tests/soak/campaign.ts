import { setTimeout as pause } from 'node:timers/promises'
import { createDiskBooks } from './disk-books.ts'
import { checkDatabase } from './check-database.ts'
import { NotDone, startEditor, type Editor, type Heard } from './editor.ts'
import type { Finding } from './finding.ts'
import { kinds, type KindName } from './kinds.ts'
import type { Doc, Edit, Ledger, Verdict } from './ledger.ts'
import type { Random } from './random.ts'
import type { Site, Who } from './site.ts'
import { NOT_JOURNALLED, type Orders } from './messages.ts'
import { refId } from '../../shared/cms/doc-ref.ts'
import type { GiveOrder } from './editor-actions.ts'
import type { FaultSchedule } from './fault-schedule.ts'

const DAY = 24 * 60 * 60 * 1000

export type Campaign = Awaited<ReturnType<typeof createCampaign>>

/** Creates the editor's process over all its lives, and the actions on it and on the server. */
export async function createCampaign(options: {
  site: Site
  ledger: Ledger
  random: Random
  faultSchedule: FaultSchedule
  file: string
}) {
  const { site, ledger, random, faultSchedule, file } = options
  const troubles: Finding[] = []
  const running = new Set<Promise<unknown>>()
  const orders = new Map<string, { doc: Doc | null; edits: Edit[]; verdicts: Verdict[] }>()
  const counts = {
    kills: 0,
    killsInFlight: 0,
    quits: 0,
    cmsEnds: 0,
    expiries: 0,
    checks: 0,
    clockJumps: 0,
    secondServers: 0,
    withoutCompanion: 0,
    fullDisks: 0,
    /** Edits reported as not written because the disk was full. */
    unwritten: 0,
  }
  let who: Who = await site.signIn()
  let life = 0
  let haste = 8
  let cmsDown: Promise<void> | null = null
  let expiring = false
  let hasSecond = false
  let isBare = false
  let resolving = false
  let starting = false
  let quitting = false
  const disk = createDiskBooks()
  let editor: Editor = await live()

  function hear(of: number, message: Heard): void {
    switch (message.type) {
      case 'trouble':
        if (disk.explains(message.text)) return ledger.note(`disk full: ${message.text}`)
        // A call to a closing program may fail.
        if (quitting && message.text.includes('StoreError:closed')) return ledger.note(message.text)
        troubles.push({ kind: 'trouble', text: message.text, doc: null })
        ledger.note(`trouble: ${message.text}`)
        return
      case 'said':
        return ledger.note(`said: ${message.text}`)
      case 'renamed':
        return ledger.renamed(message.slug, message.tempId, message.id)
      case 'intent': {
        const order = orders.get(`${of} ${message.id}`)
        if (!order) return
        for (const record of message.edits) {
          if (record.what === 'create') order.doc = begun(record.ref, message.edits)
          const doc = order.doc ?? ledger.find(record.ref)
          if (doc) order.edits.push(ledger.edited(record, doc))
        }
        for (const verdict of order.verdicts) ledger.settled(verdict)
        for (const judged of message.judged) order.verdicts.push(ledger.judged(judged))
      }
    }
  }

  function begun(ref: Doc['ref'], records: { path: string; value: unknown }[]): Doc {
    const name = (Object.keys(kinds) as KindName[]).find((one) => kinds[one].slug === ref.slug) ?? 'note'
    const marker = records.find(({ path }) => path === kinds[name].marker)?.value
    return ledger.add(name, ref, {
      madeHere: true,
      marker: typeof marker === 'string' ? marker : null,
      kept: name === 'place',
    })
  }

  async function live(): Promise<Editor> {
    life += 1
    const mine = life
    const clock = random.chance(0.5) ? 0 : random.int(-400, 400) * DAY
    ledger.note(`life ${mine}, the clock is wrong by ${clock / DAY} days`)
    starting = true
    let diskFull = disk.isFull()
    const started = await startEditor({
      file,
      url: site.proxy.url,
      ...who,
      haste,
      clock,
      diskFull,
      hear: (message) => hear(mine, message),
    })
    // The state may have changed while the program started.
    while (diskFull !== disk.isFull()) {
      diskFull = disk.isFull()
      await started.order('disk', { full: diskFull })
    }
    disk.heard()
    starting = false
    return started
  }

  const give: GiveOrder = async (name, input, doc = null) => {
    const order = { doc, edits: [] as Edit[], verdicts: [] as Verdict[] }
    const of = life
    orders.set(`${life} ${editor.nextId()}`, order)
    try {
      const output = await editor.order(name, input)
      const leftOut = new Set(name === 'bulk' ? (output as Orders['bulk']['output']).leftOut : [])
      for (const edit of order.edits)
        edit.fate = leftOut.has(refId(ledger.realRef(edit.ref))) ? 'refused' : 'acked'
      for (const verdict of order.verdicts) ledger.settled(verdict)
      return output
    } catch (error) {
      if (error instanceof NotDone && !error.killed) {
        if (error.message === NOT_JOURNALLED && disk.explains(error.message)) {
          // Nobody reported it as saved, and the form still has it.
          for (const edit of order.edits) {
            disk.keep(of, edit)
            ledger.note(`edit ${edit.nr} is not on the disk, which is full`, doc)
          }
          counts.unwritten += order.edits.length
          return null
        }
        if (name === 'takeBack') for (const verdict of order.verdicts) verdict.fate = 'failed'
        for (const edit of order.edits) {
          edit.fate = 'refused'
          ledger.note(`edit ${edit.nr} refused: ${error.message}`, doc)
        }
        const isUsual =
          /nothing to do|not here|no schema yet|the form is missing|not valid|drafts\.(put|commit): database|outbox\.\w+: database|documents\.create: bad-input/.test(
            error.message,
          )
        // The database closes before the window: edits in between are reported as not written.
        const isClosing =
          quitting && (error.message.endsWith(': database') || error.message === NOT_JOURNALLED)
        if (!isUsual && !isClosing && !disk.explains(error.message))
          troubles.push({ kind: 'trouble', text: `${name}: ${error.message}`, doc })
      }
      return null
    }
  }

  function background(work: Promise<unknown>): void {
    const mine = work.catch((error: unknown) => {
      troubles.push({
        kind: 'trouble',
        text: error instanceof Error ? (error.stack ?? error.message) : String(error),
        doc: null,
      })
    })
    running.add(mine)
    void mine.finally(() => running.delete(mine))
  }

  async function killNow(): Promise<void> {
    counts.kills += 1
    ledger.note('kill -9')
    await editor.kill()
    if (counts.kills % 10 === 0 || disk.isFull()) {
      counts.checks += 1
      troubles.push(...checkDatabase(file))
    }
    editor = await live()
    // Killed again just after the start.
    if (random.chance(0.1)) {
      await pause(random.int(0, 60))
      return killNow()
    }
  }

  /** A failed restart is reported by its caller. */
  async function serverIsUp(): Promise<void> {
    await Promise.resolve(cmsDown).catch(() => undefined)
  }

  /** One run at a time: each entry is decided once. */
  async function resolve(): Promise<void> {
    if (resolving) return
    resolving = true
    try {
      await give('resolve', { draws: Array.from({ length: 7 }, () => random.next()) })
    } finally {
      resolving = false
    }
  }

  /** There is room again: edits kept in forms must be written now. */
  async function makeRoom(): Promise<void> {
    const of = life
    disk.end()
    ledger.note('the disk has room again')
    await give('disk', { full: false })
    if (!starting) disk.heard()
    const kept = disk.take(of)
    const flushed = await give('flush', null)
    // Killed meanwhile; they were never reported as saved.
    if (flushed === null || of !== life) return
    if (flushed.unwritten > 0) {
      const text = `${flushed.unwritten} forms do not write what was typed, and the disk has room`
      troubles.push({ kind: 'trouble', text, doc: null })
      return
    }
    for (const edit of kept) edit.fate = 'acked'
  }

  /** Ends the server and starts it in another way; other restarts wait. */
  async function restart(how: string, begin: () => Promise<void>): Promise<void> {
    ledger.note(`the CMS is started ${how}`)
    cmsDown = begin()
    try {
      await cmsDown
      ledger.note('the CMS is back')
    } finally {
      cmsDown = null
    }
  }

  return {
    troubles,
    counts,
    give,
    background,
    resolve,
    kills: () => counts.kills,
    kill: killNow,
    /** Kills shortly after a write of ours reached the server, or after 400 ms without one. */
    async killInFlight(): Promise<void> {
      const arrived = new Promise<void>((done) =>
        site.witness.onWrite((write) => (write.who === 'me' ? done() : undefined)),
      )
      await Promise.race([arrived, pause(400)])
      site.witness.onWrite(() => undefined)
      await pause(random.int(0, 80))
      counts.killsInFlight += 1
      await killNow()
    },
    /** The person quits the program; half of the times the computer kills it before the end. */
    async quit(): Promise<void> {
      counts.quits += 1
      ledger.note('quit')
      quitting = true
      const end = give('quit', null)
      await (random.chance(0.5) ? pause(random.int(0, 150)) : Promise.race([end, pause(5000)]))
      await editor.kill()
      await end
      quitting = false
      editor = await live()
    },
    /** The server ends and restarts; mostly just after a write has reached it. */
    async endCms(): Promise<void> {
      if (cmsDown) return
      const signal = random.chance(0.7) ? 'SIGKILL' : 'SIGTERM'
      cmsDown = (async () => {
        if (random.chance(0.7)) {
          await Promise.race([new Promise<void>((done) => site.witness.onWrite(() => done())), pause(1000)])
          site.witness.onWrite(() => undefined)
          await pause(random.int(0, 60))
        }
        counts.cmsEnds += 1
        ledger.note(`the CMS gets ${signal}`)
        await site.restart(signal)
        ledger.note('the CMS is back')
      })()
      try {
        await cmsDown
      } finally {
        cmsDown = null
      }
    },
    /** Another process of the site serves the same database for a while, and ends by SIGTERM. */
    async secondServer(): Promise<void> {
      if (hasSecond || cmsDown || isBare) return
      hasSecond = true
      try {
        counts.secondServers += 1
        ledger.note('a second server process')
        await site.startSecond()
        await pause(random.int(3000, 10_000))
        await serverIsUp()
        await site.stopSecond('SIGTERM')
        ledger.note('the second server process has ended')
      } finally {
        hasSecond = false
      }
    },
    /** The site runs without the companion plugin for a while. */
    async withoutCompanion(): Promise<void> {
      if (isBare || hasSecond || cmsDown) return
      isBare = true
      try {
        counts.withoutCompanion += 1
        await restart('without the companion', () => site.setCompanion(false))
        await pause(random.int(4000, 10_000))
        await serverIsUp()
        await restart('with the companion', () => site.setCompanion(true))
      } finally {
        isBare = false
      }
    },
    /** The editor's disk is full for a while, during which the program may be killed and restarted. */
    async diskFull(): Promise<void> {
      if (disk.isFull()) return
      counts.fullDisks += 1
      ledger.note('the disk is full')
      disk.begin()
      await give('disk', { full: true })
      await pause(random.int(2000, 7000))
      // Reading still works.
      const [first] = ledger.docs
      if (first) await give('view', { ref: first.ref }, first)
      await makeRoom()
    },
    /** The computer's clock is changed while the program runs. */
    async clockJumps(): Promise<void> {
      counts.clockJumps += 1
      const skew = random.int(-400, 400) * DAY
      ledger.note(`the clock jumps to ${skew / DAY} days`)
      await give('clock', { skew })
    },
    /** The session ends; after a while the person signs in again, in place. */
    async expire(): Promise<void> {
      if (expiring || cmsDown) return
      expiring = true
      try {
        const old = who
        counts.expiries += 1
        ledger.note('the session ends')
        await site.signOut(old.token)
        await pause(random.int(200, 2000))
        await serverIsUp()
        who = await site.signIn()
        await give('token', { token: who.token })
        ledger.note('signed in again')
      } catch {
        // The server ended meanwhile; the next life begins with the present state.
        await serverIsUp()
        who = await site.signIn()
        await give('token', { token: who.token })
      } finally {
        expiring = false
      }
    },
    /** Reads everything once, before any fault. */
    async meet(): Promise<void> {
      for (let tries = 0; tries < 100; tries += 1) {
        const met = await give('refresh', { ref: ledger.docs[0]?.ref ?? { kind: 'global', slug: 'header' } })
        if (met?.outcome === 'updated') break
        await pause(100)
      }
      for (const doc of ledger.docs) await give('refresh', { ref: doc.ref }, doc)
    },
    /** Ends all faults: the outbox has to drain, with parked entries decided by the script. */
    async heal(drainMs: number): Promise<Finding[]> {
      faultSchedule.clear()
      site.witness.calm()
      await Promise.allSettled(running)
      haste = 20
      await editor.kill()
      await site.settleUnknown()
      who = await site.signIn()
      editor = await live()
      const until = performance.now() + drainMs
      let left = ''
      while (performance.now() < until) {
        await give('sweep', null)
        await resolve()
        await give('sendNow', null)
        const now = await give('outbox', null)
        if (now && now.entries.length === 0 && now.drafts === 0) return []
        left = JSON.stringify(
          now?.entries.map(({ ref, mode, state, problem, waitsFor, changes }) => ({
            ref,
            mode,
            state,
            problem,
            waitsFor,
            changes,
          })),
        )
        await pause(300)
      }
      return [{ kind: 'not-drained', text: `the outbox does not drain: ${left.slice(0, 3000)}`, doc: null }]
    },
    end: () => editor.kill(),
  }
}
