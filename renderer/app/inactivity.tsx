import { useEffect, useState } from 'react'
import { galley } from '../data/bridge.ts'
import { useT } from '../i18n/use-t.ts'
import { Button } from '../ui/button/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'

/** Least milliseconds between two reports of activity to main. */
const TELL_EVERY_MS = 20_000

/** Reports activity to main, and asks an inactive person to stay shortly before the site ends the session. */
export function Inactivity() {
  const { t } = useT()
  const [isAsking, setIsAsking] = useState(false)
  useEffect(() => galley.on('session.ending', ({ isNear }) => setIsAsking(isNear)), [])
  useEffect(
    () =>
      galley.on('connection.changed', ({ status }) => {
        // Without the server no session ends; an ended session is reported elsewhere.
        if (status !== 'online' && status !== 'checking') setIsAsking(false)
      }),
    [],
  )
  useEffect(() => {
    let told = Number.NEGATIVE_INFINITY
    const act = (): void => {
      if (performance.now() - told < TELL_EVERY_MS) return
      told = performance.now()
      galley.call('session.active', undefined).catch(console.error)
    }
    // Focus events do not count, since the dialog causes them; only input by hand does.
    const kinds = ['pointerdown', 'keydown', 'wheel'] as const
    const options = { capture: true, passive: true }
    kinds.forEach((kind) => window.addEventListener(kind, act, options))
    return () => kinds.forEach((kind) => window.removeEventListener(kind, act, options))
  }, [])
  if (!isAsking) return null
  const stay = () => {
    setIsAsking(false)
    // After a report of activity the next check of the connection renews the session.
    const told = galley.call('session.active', undefined)
    told.then(() => galley.call('connection.check', undefined)).catch(console.error)
  }
  return (
    <Dialog
      role="alertdialog"
      title={t('authentication:stayLoggedIn')}
      onClose={stay}
      actions={
        <>
          <Button onPress={() => void galley.call('session.logout', undefined).catch(console.error)}>
            {t('authentication:logOut')}
          </Button>
          <Button variant="primary" autoFocus onPress={stay}>
            {t('authentication:stayLoggedIn')}
          </Button>
        </>
      }
    >
      <p>{t('authentication:youAreInactive')}</p>
      <p>{t('galley:app.settings.stays')}</p>
    </Dialog>
  )
}
