import {
  CloudCheck,
  CloudUpload,
  ClockArrowUp,
  GitCompareArrows,
  LaptopMinimalCheck,
  OctagonAlert,
  PencilLine,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react'
import type { DocState, Problem } from '../../../shared/sync/entry.ts'
import type { Translate } from '../../i18n/translator.ts'

export type SyncStateValue = DocState | 'edited'
export type SyncTone = 'fact' | 'moving' | 'done' | 'decide' | 'failed'
export type SyncWords = { icon: LucideIcon; tone: SyncTone; text: string; short: string }

/** Returns icon, colour and words for a document's state (SY16); `short`: for table cells. */
export function syncWords(state: SyncStateValue, t: Translate): SyncWords {
  if (state === 'edited') {
    return { icon: PencilLine, tone: 'moving', ...same(t('galley:app.sync.edited')) }
  }
  switch (state.kind) {
    case 'saved':
      return { icon: CloudCheck, tone: 'done', ...same(t('galley:app.sync.saved')) }
    case 'differs':
      return {
        icon: TriangleAlert,
        tone: 'decide',
        text:
          state.notSaved > 0
            ? t('galley:app.sync.notSaved', { count: state.notSaved })
            : t('galley:app.sync.changed', { count: state.changed }),
        short: t('galley:app.sync.differsShort'),
      }
    case 'on-this-computer':
      return {
        icon: LaptopMinimalCheck,
        tone: 'fact',
        text: t('galley:app.sync.onThisComputer'),
        short: t('galley:app.sync.onThisComputerShort'),
      }
    case 'waiting':
      return {
        icon: ClockArrowUp,
        tone: 'moving',
        text: t('galley:app.sync.waiting', { number: state.count }),
        short: t('galley:app.sync.waitingShort', { number: state.count }),
      }
    case 'sending':
      return { icon: CloudUpload, tone: 'moving', ...same(t('galley:app.sync.sending')) }
    case 'conflict':
      return {
        icon: GitCompareArrows,
        tone: 'decide',
        text:
          state.fields > 1
            ? t('galley:app.sync.conflictInFields', { number: state.fields })
            : t('galley:app.sync.conflict'),
        short: t('galley:app.sync.conflict'),
      }
    case 'failed':
      return {
        icon: OctagonAlert,
        tone: 'failed',
        ...same(t('galley:app.sync.failed', { reason: problemReason(state.problem, t) })),
      }
    case 'failing':
      return {
        icon: OctagonAlert,
        tone: 'failed',
        text: t('galley:app.sync.failing', { reason: problemReason(state.problem, t) }),
        short: t('galley:app.sync.failingShort'),
      }
  }
}

function same(text: string): { text: string; short: string } {
  return { text, short: text }
}

/**
 * Returns the short reason that an entry stays: the server's words if it refused the edit, else the app's own.
 */
export function problemReason(problem: Problem, t: Translate): string {
  const words = problem.fields[0]?.message ?? problem.message
  if (problem.code === 'validation' || problem.code === 'rejected' || problem.code === 'denied') {
    if (words !== '') return words
  }
  return t(`galley:app.problem.${problem.code}`)
}
