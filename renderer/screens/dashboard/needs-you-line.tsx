import type { OutboxDocument } from '../../../shared/ipc.ts'
import { firstLocale } from '../../../shared/cms/locales.ts'
import { adminRoutes } from '../../../shared/cms/routes.ts'
import { useSchema } from '../../data/schema-context.tsx'
import { useTitleOf } from '../../data/use-titles.ts'
import { useT } from '../../i18n/use-t.ts'
import { Ago } from '../../ui/moment/moment.tsx'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { useRetry } from '../../unsent/use-unsent-actions.tsx'
import { nextStep } from './dashboard-cards.ts'
import { Line } from './line.tsx'

/** A document that waits for the person, with a button for the next step. */
export function NeedsYouLine({ document, lockedBy }: { document: OutboxDocument; lockedBy: string | null }) {
  const { title, kind } = useOutboxWords(document)
  const changed = [...document.entries, ...document.moves].at(-1)?.updatedAt
  return (
    <Line
      title={title}
      to={adminRoutes.document(document.ref)}
      state={document.state}
      lockedBy={lockedBy}
      kind={kind}
      when={changed !== undefined && <Ago iso={changed} />}
      action={<Step document={document} title={title} />}
    />
  )
}

function Step({ document, title }: { document: OutboxDocument; title: string }) {
  const { t } = useT()
  const { busy, retry } = useRetry()
  const step = nextStep(document)
  const named = (words: string) => t('galley:app.dashboard.stepOf', { step: words, title })
  const troubled = [...document.entries, ...document.moves].find(
    ({ key }) => 'key' in step && key === step.key,
  )
  if (step.kind === 'retry' && troubled !== undefined)
    return (
      <Button
        size="row"
        aria-label={named(t('galley:edit.tryAgain'))}
        busyLabel={busy ? t('general:loading') : null}
        onPress={() => retry(troubled)}
      >
        {t('galley:edit.tryAgain')}
      </Button>
    )
  const inOutbox = `${adminRoutes.outbox()}?${new URLSearchParams(
    step.kind === 'resolve' ? { entry: step.key } : {},
  ).toString()}`
  const isResolve = step.kind === 'resolve'
  const words = t(isResolve ? 'galley:edit.resolve' : 'galley:app.dashboard.open')
  return (
    <ButtonLink
      to={step.kind === 'edit' ? adminRoutes.document(document.ref) : inOutbox}
      size="row"
      aria-label={named(words)}
    >
      {words}
    </ButtonLink>
  )
}

function useOutboxWords(document: OutboxDocument): { title: string; kind: string } {
  const { t, label } = useT()
  const schema = useSchema()
  const titleOf = useTitleOf()
  const { ref } = document
  if (ref.kind === 'global') {
    const global = schema.globals.find((one) => one.slug === ref.slug)
    return { title: label(global?.label ?? null) || ref.slug, kind: t('general:globals') }
  }
  const collection = schema.collections.find((one) => one.slug === ref.slug)
  const untitled = document.isNew ? t('galley:app.dashboard.untitledNew') : `[${t('general:untitled')}]`
  if (collection === undefined) return { title: untitled, kind: ref.slug }
  const shown = { ref, data: { [collection.useAsTitle]: document.title } }
  return {
    title: titleOf(collection, shown, firstLocale(schema.localization), { untitled }),
    kind: label(collection.labels.singular) || ref.slug,
  }
}
