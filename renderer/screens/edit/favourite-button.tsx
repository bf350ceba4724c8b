import { Star } from 'lucide-react'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { useFavourites } from '../../data/own-documents.ts'
import { useT } from '../../i18n/use-t.ts'
import { IconButton } from '../../ui/icon-button/icon-button.tsx'
import styles from './document-header.module.css'

/** Adds a document to the person's favourites in the navigation, or removes it. */
export function FavouriteButton({ docRef }: { docRef: DocRef }) {
  const { t } = useT()
  const { has, toggle } = useFavourites()
  const isOne = has(docRef)
  return (
    <IconButton
      size="row"
      icon={Star}
      label={t('galley:app.nav.favourite')}
      pressed={isOne}
      className={isOne ? (styles['favourite'] ?? '') : ''}
      onPress={() => toggle(docRef)}
    />
  )
}
