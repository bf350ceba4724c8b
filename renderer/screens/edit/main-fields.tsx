import { useMemo } from 'react'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { splitLoginFields, needsPassword } from '../../../shared/cms/entity-rules.ts'
import { ContainerDescription } from '../../fields/container-description/container-description.tsx'
import { FieldList } from '../../fields/field-list.tsx'
import type { FormPart } from '../../fields/place.ts'
import { useDocument, useDocumentState } from '../../form/form-context.tsx'
import { CredentialsPanel } from './credentials/credentials-panel.tsx'

type MainFieldsProps = {
  docRef: DocRef
  place?: FormPart
  /** True to show the password and the API key; a new document always shows them. */
  withCredentials?: boolean
}

/**
 * The main column of a document. E-mail and username stand before the credentials they are used with (U29).
 */
export function MainFields({ docRef, place, withCredentials = true }: MainFieldsProps) {
  const { entity } = useDocument()
  const isNew = useDocumentState(({ view }) => view.isNew)
  const splits = (withCredentials || isNew) && needsPassword(entity)
  const { login, others } = useMemo(
    () => (splits ? splitLoginFields(entity.fields) : { login: [], others: entity.fields }),
    [splits, entity.fields],
  )
  const where = place === undefined ? {} : { place }
  return (
    <>
      <ContainerDescription text={entity.description} />
      {login.length > 0 && <FieldList fields={login} path="" {...where} />}
      {(withCredentials || isNew) && <CredentialsPanel docRef={docRef} />}
      <FieldList fields={others} path="" {...where} />
    </>
  )
}
