import { useId } from 'react'
import { ON_SCREEN } from '../../../shared/cms/routes.ts'
import type { VersionChoice } from '../../../shared/document/compare/version-choices.ts'
import type { VersionContent, VersionRow, VersionsPage } from '../../../shared/ipc.ts'
import { useContentLocale } from '../../data/content-locale.tsx'
import type { VersionNames } from '../../data/version-names.ts'
import { useSchema } from '../../data/schema-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { Select } from '../../ui/select/select.tsx'
import { NameVersionButton } from '../../versions/name-version.tsx'
import { VersionPills } from '../../versions/version-pills.tsx'
import styles from './compare.module.css'
import type { WantedVersion } from './use-compared-versions.ts'

type VersionSidesProps = {
  viewed: Extract<VersionContent, { outcome: 'here' }>
  comparedWith: WantedVersion
  choices: readonly VersionChoice<VersionRow>[]
  names: VersionNames
  /** The versions page, for labels; null: none is known. */
  page: VersionsPage | null
  onCompareWith: (id: string) => void
  /** Opens all versions; null: they cannot be listed. */
  onMore: (() => void) | null
}

/** Value of the option that opens all versions. */
const MORE = 'more'

/** The heads of the two compared versions, with a choice of the older one (S2.28-S2.30). */
export function VersionSides({
  viewed,
  comparedWith,
  choices,
  names,
  page,
  onCompareWith,
  onMore,
}: VersionSidesProps) {
  const { t, formatDate, formatDistance } = useT()
  const id = useId()
  const ago = (iso: string) => t('version:versionAgo', { distance: formatDistance(iso) })
  const { version } = viewed
  const other = comparedWith.state === 'here' ? comparedWith.content.version : null
  const options = choices.map(({ version: choice, roles }) => {
    const [first = '', ...others] = roles.map((one) =>
      t(one === 'lastSaved' ? 'galley:compare.lastSaved' : `version:${one}`),
    )
    const role = others.length === 0 ? first : `${first} (${others.join(', ')})`
    const name = names.of(choice.id)
    const date = choice.updatedAt === '' ? '' : formatDate(choice.updatedAt)
    return {
      value: choice.id,
      label: [role, name, date].filter(Boolean).join(' '),
      content: (
        <span className={styles['version']}>
          <span className={styles['role']}>{role}</span>
          <VersionLine version={choice} page={page} name={name} />
        </span>
      ),
    }
  })
  return (
    <div className={styles['versions']}>
      <div className={styles['side']}>
        <p id={id} className={styles['side-label']}>
          {t('version:comparingAgainst')}{' '}
          {other !== null && other.updatedAt !== '' && <b>{ago(other.updatedAt)}</b>}
        </p>
        <Select
          isDeferred
          aria-labelledby={id}
          options={
            onMore !== null ? [...options, { value: MORE, label: t('version:moreVersions') }] : options
          }
          value={other?.id ?? null}
          placeholder={t('version:selectVersionToCompare')}
          onChange={(next) => {
            if (next === MORE) onMore?.()
            else if (next !== null && next !== other?.id) onCompareWith(next)
          }}
        />
        {comparedWith.state === 'here' && comparedWith.content.gone && <OnlyHere />}
      </div>
      <div className={styles['side']}>
        <p className={styles['side-label']}>
          {t('version:currentlyViewing')} {version.id !== ON_SCREEN && <b>{ago(version.updatedAt)}</b>}
        </p>
        <div className={styles['viewed']}>
          {version.id === ON_SCREEN ? (
            t('galley:compare.onScreen')
          ) : (
            <>
              <VersionLine version={version} page={page} name={names.of(version.id)} />
              <NameVersionButton version={version} names={names} />
            </>
          )}
        </div>
        {viewed.gone && <OnlyHere />}
      </div>
    </div>
  )
}

function OnlyHere() {
  const { t } = useT()
  return (
    <p role="status" className={styles['only-here']}>
      {t('galley:compare.onlyHere')}
    </p>
  )
}

/** The label and date of a version. */
function VersionLine({
  version,
  page,
  name,
}: {
  version: VersionRow
  page: VersionsPage | null
  /** The person's name for it; null: none. */
  name: string | null
}) {
  const { formatDate } = useT()
  const { localization } = useSchema()
  const { locale } = useContentLocale()
  return (
    <span className={styles['version']}>
      {page !== null && version.status !== null && (
        <VersionPills version={version} page={page} localization={localization} locale={locale} />
      )}
      {name !== null && <bdi className={styles['name']}>{name}</bdi>}
      {version.updatedAt !== '' && <time dateTime={version.updatedAt}>{formatDate(version.updatedAt)}</time>}
    </span>
  )
}
