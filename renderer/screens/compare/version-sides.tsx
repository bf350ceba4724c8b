import { useId } from 'react'
import type { VersionChoice } from '../../../shared/document/compare/version-choices.ts'
import type { VersionRow, VersionsPage } from '../../../shared/ipc.ts'
import { useContentLocale } from '../../data/content-locale.ts'
import { useSchema } from '../../data/schema-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { Select } from '../../ui/select/select.tsx'
import { VersionPills } from '../../versions/version-pills.tsx'
import styles from './compare.module.css'
import type { WantedVersion } from './use-compared-versions.ts'

type VersionSidesProps = {
  viewed: VersionRow
  comparedWith: WantedVersion
  choices: readonly VersionChoice<VersionRow>[]
  /** What labels go by; null: not read yet. */
  page: VersionsPage | null
  onCompareWith: (id: string) => void
  onMore: () => void
}

/** The value of the choice that leads to all versions. */
const MORE = 'more'

/** Which two versions are beside each other: what is compared against, to be chosen, and what is looked at (S2.28-S2.30). */
export function VersionSides({
  viewed,
  comparedWith,
  choices,
  page,
  onCompareWith,
  onMore,
}: VersionSidesProps) {
  const { t, formatDate, formatDistance } = useT()
  const id = useId()
  const ago = (iso: string) => t('version:versionAgo', { distance: formatDistance(iso) })
  const other = comparedWith.state === 'here' ? comparedWith.content.version : null
  const options = choices.map(({ version, roles }) => {
    const [first = '', ...others] = roles.map((one) => t(`version:${one}`))
    const role = others.length === 0 ? first : `${first} (${others.join(', ')})`
    const date = formatDate(version.updatedAt)
    return {
      value: version.id,
      label: `${role} ${date}`,
      content: (
        <span className={styles['version']}>
          <span className={styles['role']}>{role}</span>
          <VersionLine version={version} page={page} />
        </span>
      ),
    }
  })
  return (
    <div className={styles['versions']}>
      <div className={styles['side']}>
        <p id={id} className={styles['side-label']}>
          {t('version:comparingAgainst')} {other !== null && <b>{ago(other.updatedAt)}</b>}
        </p>
        <Select
          aria-labelledby={id}
          options={[...options, { value: MORE, label: t('version:moreVersions') }]}
          value={other?.id ?? null}
          placeholder={t('version:selectVersionToCompare')}
          onChange={(next) => {
            if (next === MORE) onMore()
            else if (next !== null && next !== other?.id) onCompareWith(next)
          }}
        />
      </div>
      <div className={styles['side']}>
        <p className={styles['side-label']}>
          {t('version:currentlyViewing')} <b>{ago(viewed.updatedAt)}</b>
        </p>
        <div className={styles['viewed']}>
          <VersionLine version={viewed} page={page} />
        </div>
      </div>
    </div>
  )
}

/** What a version is, and when it was made. */
function VersionLine({ version, page }: { version: VersionRow; page: VersionsPage | null }) {
  const { formatDate } = useT()
  const { localization } = useSchema()
  const { locale } = useContentLocale()
  return (
    <span className={styles['version']}>
      {page !== null && version.status !== null && (
        <VersionPills version={version} page={page} localization={localization} locale={locale} />
      )}
      <time dateTime={version.updatedAt}>{formatDate(version.updatedAt)}</time>
    </span>
  )
}
