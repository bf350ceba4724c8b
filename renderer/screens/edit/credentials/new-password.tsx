import { createContext, useContext, useMemo, useState, type ReactNode } from 'react'
import { needsPassword } from '../../../../shared/cms/needs-password.ts'
import { checkPassword } from '../../../../shared/document/validation/check-password.ts'
import type { FieldError } from '../../../../shared/document/validation/field-error.ts'
import type { OutboxEntry } from '../../../../shared/sync/entry.ts'
import { galley } from '../../../data/bridge.ts'
import { useConnection } from '../../../data/queries.ts'
import { fieldId, useDocument, useDocumentState, useForm } from '../../../form/form-context.tsx'
import { useT } from '../../../i18n/use-t.ts'
import { useToast } from '../../../ui/toast/toast-queue.ts'
import { CredentialField } from '../../../ui/credential-field/credential-field.tsx'
import styles from './credentials-panel.module.css'

/** The password that a new user is to be created with. It is in this window only, until it is sent with the creation. */
type NewPassword = {
  password: string
  confirmation: string
  /** What is wrong is said from the first try on. */
  errors: { password: FieldError | null; confirmation: FieldError | null }
  /** What the server said of the one that it refused, until another one is typed; null: it refused none. */
  refused: string | null
  type: (part: 'password' | 'confirmation', text: string) => void
  /** Whether it is valid; where it is not, that is said. */
  check: () => boolean
  /** Hands it over to go with the creation; false: the server cannot be reached, or is at work on it, as is said. */
  handOver: () => Promise<boolean>
}

const NewPasswordContext = createContext<NewPassword | null>(null)
const NOTHING = { password: '', confirmation: '' }
const FINE = { password: null, confirmation: null }

/** Null: what is open is no new user. */
export function useNewPassword(): NewPassword | null {
  return useContext(NewPasswordContext)
}

/** Around a document; of a new user it knows the password, and forgets it when they exist or the document is left. */
export function NewPasswordProvider({ children }: { children: ReactNode }) {
  const { t } = useT()
  const toast = useToast()
  const form = useForm()
  const document = useDocument()
  const isNew = useDocumentState(({ view }) => view.isNew)
  const head = useDocumentState(({ view }) => view.entries[0] ?? null)
  const isWanted = isNew && needsPassword(document.entity)
  const [typed, setTyped] = useState(NOTHING)
  const [checked, setChecked] = useState(false)
  const [answered, setAnswered] = useState<string | null>(null)
  if (!isWanted && typed !== NOTHING) {
    setTyped(NOTHING)
    setChecked(false)
  }

  const value = useMemo((): NewPassword | null => {
    if (!isWanted) return null
    const refusal = refusalOf(head)
    const errors = checkPassword(typed.password, typed.confirmation)
    return {
      ...typed,
      errors: checked ? errors : FINE,
      refused: refusal === null || refusal.at === answered ? null : refusal.message,
      type(part, text) {
        setTyped((before) => ({ ...before, [part]: text }))
        if (part === 'password') setAnswered(refusal?.at ?? null)
        toast.over(PASSWORD)
      },
      check() {
        setChecked(true)
        const wrong =
          errors.password !== null ? 'password' : errors.confirmation !== null ? 'confirmation' : null
        if (wrong === null) return true
        form.show(wrong === 'password' ? PASSWORD : CONFIRMATION)
        toast.error(t('error:correctInvalidFields'), { cause: PASSWORD })
        return false
      },
      async handOver() {
        const { password } = typed
        const { outcome } = await galley.call('credentials.hold', { ref: document.getRef(), password })
        // Made meanwhile: there is nothing to hold it for.
        if (outcome === 'held' || outcome === 'not-new') return true
        const isBusy = outcome === 'busy'
        toast.error(
          t(isBusy ? 'galley:inputs.credentials.newBusy' : 'galley:inputs.credentials.newNeedsServer'),
          { cause: PASSWORD },
        )
        return false
      },
    }
  }, [isWanted, typed, checked, head, answered, form, document, toast, t])
  return <NewPasswordContext value={value}>{children}</NewPasswordContext>
}

/** What the server said of the password of a creation that it refused; `at`: when, as one refusal is not another. */
function refusalOf(head: OutboxEntry | null): { message: string; at: string } | null {
  const field = head?.state === 'parked' ? head.problem?.fields.find(({ path }) => path === PASSWORD) : null
  return head && field ? { message: field.message, at: head.updatedAt } : null
}

/** Names of the two inputs in the form. The server names the first one so, too, where it refuses it. */
const PASSWORD = 'password'
const CONFIRMATION = 'confirm-password'

/** The password of a new user, and the same once more. */
export function NewPasswordFields() {
  const { t } = useT()
  const form = useForm()
  const typed = useNewPassword()
  const online = useConnection()?.status === 'online'
  if (typed === null) return null
  const { errors, refused, type } = typed
  const words = (error: FieldError | null) => (error === null ? null : t(error.key, error.vars))
  return (
    <>
      <div className={styles['pair']}>
        <CredentialField
          id={fieldId(form, PASSWORD)}
          label={t('general:password')}
          value={typed.password}
          onChange={(text) => type('password', text)}
          error={words(errors.password) ?? refused}
        />
        <CredentialField
          id={fieldId(form, CONFIRMATION)}
          label={t('authentication:confirmPassword')}
          value={typed.confirmation}
          onChange={(text) => type('confirmation', text)}
          error={words(errors.confirmation)}
        />
      </div>
      <p className={styles['hint']}>
        {t(online ? 'galley:inputs.credentials.newHint' : 'galley:inputs.credentials.newNeedsServer')}
      </p>
    </>
  )
}
