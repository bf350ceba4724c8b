import { sameJson, type Json } from '../../../shared/json.ts'
import type { SeoResult, SeoWhat } from '../../../shared/ipc.ts'
import { callReason, notDoneReason } from '../../data/failure-reasons.ts'
import type { FormState } from '../../form/form-state.ts'
import { createListeners } from '../../form/listeners.ts'
import type { Translate } from '../../i18n/translator.ts'
import { announce } from '../../ui/live-region/announce.ts'
import { useMemo } from 'react'
import { projectLocale } from '../../../shared/document/project.ts'
import { galley } from '../../data/bridge.ts'
import { useOpenDocument, useForm } from '../../form/form-context.tsx'

/** A pending question to the site. */
export type SeoQuestion = { answer: Promise<SeoResult>; stop: () => void }

export type GenerationState =
  | { kind: 'idle' }
  | { kind: 'busy' }
  /** The reason that there is no value. `over`: the field's value then; shown until that changes. */
  | { kind: 'said'; words: string; isFailure: boolean; over: Json }
  /** The field was edited meanwhile: it stays until a person takes the generated value. */
  | { kind: 'edited-meanwhile'; value: Json }

export type Wanted = {
  ask: () => SeoQuestion
  /** The field's label, for messages. */
  label: string
  /** Converts the result to a field value; undefined: it is none. */
  valueOf: (result: string | number) => Json | undefined
  /** True if the field may still be written. */
  mayPut: () => boolean
  t: Translate
}

/** The site's last address ('' for none), and the reason that there is no newer one. */
export type SeoAddress = { address: string; why: string | null }

/**
 * State on which the address depends: since when there is a connection, and when the server stored the document last.
 */
export type AddressMoment = { since: string | null; savedAt: string | null; isNew: boolean }

type AddressWanted = { at: AddressMoment; ask: () => SeoQuestion; t: Translate }

/**
 * Questions to the site for one form, in one locale, and their results. They outlive the fields, which unmount with
 * their tabs; pending ones are stopped when the form has no subscriber.
 */
export type SeoQuestions = {
  /** Returns the state of a generation by the path of its field. */
  stateOf: (path: string) => GenerationState
  subscribe: (path: string, listener: () => void) => () => void
  /** Has the site generate a field's value. It is applied as an edit, unless the field changed meanwhile. */
  generate: (path: string, wanted: Wanted) => void
  stop: (path: string) => void
  /** Applies a generated value that is waiting. */
  take: (path: string, wanted: Pick<Wanted, 'label' | 't'>) => void
  /** Clears the last result. */
  dismiss: (path: string) => void
  address: () => SeoAddress
  subscribeAddress: (listener: () => void) => () => void
  /** Asks for the address if the known one is outdated. One question at a time. */
  wantAddress: (wanted: AddressWanted) => void
}

const IDLE: GenerationState = { kind: 'idle' }
const ofForms = new WeakMap<FormState, SeoQuestions>()

export function seoQuestionsOf(form: FormState): SeoQuestions {
  const known = ofForms.get(form)
  if (known !== undefined) return known
  const made = createSeoQuestions(form)
  ofForms.set(form, made)
  return made
}

function createSeoQuestions(form: FormState): SeoQuestions {
  const states = new Map<string, GenerationState>()
  const running = new Map<string, SeoQuestion>()
  const listeners = createListeners()
  const address = createAddress()

  function become(path: string, state: GenerationState): void {
    states.set(path, state)
    listeners.notify(path)
  }

  function say(path: string, words: string, isFailure: boolean): void {
    become(path, { kind: 'said', words, isFailure, over: form.getField(path).value })
    announce(words)
  }

  function put(path: string, value: Json, { label, t }: Pick<Wanted, 'label' | 't'>): void {
    const hadValue = !isNothing(form.getField(path).value)
    form.blur()
    form.setField(path, value)
    form.blur()
    if (isNothing(value))
      return say(path, t(hadValue ? 'galley:seo.emptied' : 'galley:seo.nothingMade', { label }), false)
    become(path, IDLE)
    announce(t('galley:seo.generated', { label }))
  }

  function judge(path: string, answer: SeoResult, before: Json, wanted: Wanted): void {
    const { t, valueOf, mayPut } = wanted
    if (answer.outcome === 'stopped' || !mayPut()) return become(path, IDLE)
    if (answer.outcome !== 'done') return say(path, seoReason(answer, t), true)
    const value = valueOf(answer.result)
    if (value === undefined) return say(path, t('galley:seo.unusable'), true)
    if (sameJson(form.getField(path).value, before)) return put(path, value, wanted)
    become(path, { kind: 'edited-meanwhile', value })
    announce(t('galley:seo.editedMeanwhile'))
  }

  async function generate(path: string, wanted: Wanted): Promise<void> {
    const before = form.getField(path).value
    const question = wanted.ask()
    running.set(path, question)
    become(path, { kind: 'busy' })
    announce(wanted.t('galley:seo.generating'))
    const [answer] = await Promise.allSettled([question.answer])
    if (running.get(path) !== question) return
    running.delete(path)
    if (answer.status === 'fulfilled') judge(path, answer.value, before, wanted)
    else say(path, callReason(answer.reason, wanted.t), true)
  }

  function stop(path: string): void {
    const question = running.get(path)
    if (question === undefined) return
    running.delete(path)
    question.stop()
    become(path, IDLE)
  }

  form.watchers.onLast(() => {
    for (const path of running.keys()) stop(path)
    address.stop()
  })

  return {
    stateOf: (path) => states.get(path) ?? IDLE,
    subscribe: listeners.subscribe,
    generate: (path, wanted) => void generate(path, wanted),
    stop,
    take(path, wanted) {
      const state = states.get(path)
      if (state?.kind === 'edited-meanwhile') put(path, state.value, wanted)
    },
    dismiss: (path) => become(path, IDLE),
    address: address.get,
    subscribeAddress: address.subscribe,
    wantAddress: address.want,
  }
}

function isNothing(value: Json): boolean {
  return value === null || value === ''
}

const ADDRESS = 'address'

function createAddress() {
  const listeners = createListeners()
  let said: SeoAddress = { address: '', why: null }
  /** State of the document at the last question. */
  let askedAt: AddressMoment | null = null
  let running: SeoQuestion | null = null
  let latest: AddressWanted | null = null

  function isDue(at: AddressMoment): boolean {
    if (askedAt === null || at.isNew !== askedAt.isNew) return true
    const isKnown = said.address !== '' && said.why === null
    return !isKnown && (at.since !== askedAt.since || at.savedAt !== askedAt.savedAt)
  }

  async function ask(wanted: AddressWanted): Promise<void> {
    const { at, t } = wanted
    const question = wanted.ask()
    askedAt = at
    running = question
    const [answer] = await Promise.allSettled([question.answer])
    if (running !== question) return
    running = null
    said = heard(answer, t)
    listeners.notify(ADDRESS)
    // Saves meanwhile add up to one more question.
    if (latest !== null && (latest.at.savedAt !== at.savedAt || isDue(latest.at))) void ask(latest)
  }

  function heard(answer: PromiseSettledResult<SeoResult>, t: Translate): SeoAddress {
    if (answer.status === 'rejected') return { ...said, why: callReason(answer.reason, t) }
    const { value } = answer
    if (value.outcome === 'done') return { address: String(value.result), why: null }
    return value.outcome === 'stopped' ? said : { ...said, why: seoReason(value, t) }
  }

  return {
    get: () => said,
    subscribe: (listener: () => void) => listeners.subscribe(ADDRESS, listener),
    want: (wanted: AddressWanted) => {
      latest = wanted
      if (running === null && isDue(wanted.at)) void ask(wanted)
    },
    stop() {
      running?.stop()
      if (running !== null) askedAt = null
      running = null
    },
  }
}

type NothingMade = Exclude<SeoResult, { outcome: 'done' } | { outcome: 'stopped' }>

/** Returns the reason that the site generated nothing, as text. */
function seoReason(answer: NothingMade, t: Translate): string {
  switch (answer.outcome) {
    case 'too-slow':
      return t('galley:seo.tooSlow')
    case 'unusable':
      return t('galley:seo.unusable')
    case 'offline':
    case 'signed-out':
      return notDoneReason({ outcome: answer.outcome }, t)
    case 'refused':
      return notDoneReason(answer, t)
  }
}

/** Asks the site to generate a part of a search result from the form's present data. */
type AskSeo = (what: SeoWhat) => { answer: Promise<SeoResult>; stop: () => void }

/** Returns the question function for the form; null outside of an open document. */
export function useAskSeo(): AskSeo | null {
  const document = useOpenDocument()
  const form = useForm()
  return useMemo(() => {
    if (document === null) return null
    return (what) => {
      const { fields, locale } = form
      const id = crypto.randomUUID()
      const data = projectLocale(fields, form.data(), locale)
      return {
        answer: galley.call('seo.generate', { id, ref: document.getRef(), what, locale, data }),
        stop: () => void galley.call('seo.stop', { id }).catch(console.error),
      }
    }
  }, [document, form])
}
