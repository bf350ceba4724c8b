import { randomUUID } from 'node:crypto'
import { firstLocale } from '../../shared/cms/locales.ts'
import { asksForId } from '../../shared/cms/entity-rules.ts'
import type { Collection, SiteSchema } from '../../shared/cms/schema-model.ts'
import { initialData } from '../../shared/document/defaults.ts'
import { fieldTypes } from '../../shared/fields/registry.ts'
import { makeTempId } from '../../shared/cms/doc-ref.ts'
import { chooseForList, keptOfList, refreshListPreference } from '../server/read/preferences.ts'
import { changeCredentials, holdPassword } from '../server/session/change-credentials.ts'
import { askApi, nextApiPiece, stopApi } from '../server/read/read-api.ts'
import { refreshDocument, readPublished } from '../server/read/read-documents.ts'
import { fillComputedDefaults } from '../server/read/fill-computed-defaults.ts'
import { readFormState, stopFormState } from '../server/read/read-form-state.ts'
import { refreshList } from '../server/read/read-lists.ts'
import { refreshPermissions } from '../server/read/read-permissions.ts'
import { schedule } from '../server/at-once/schedule.ts'
import { listGroups } from '../server/read/list-groups.ts'
import { allSchedules, listSchedules } from '../server/read/list-schedules.ts'
import { generateSeo, stopSeo } from '../server/at-once/generate-seo.ts'
import {
  emptyTrash,
  emptyWholeTrash,
  listTrash,
  readTrashed,
  restoreFromTrash,
} from '../server/at-once/trash.ts'
import { entityOf } from '../server/site-context.ts'
import { editManyAs, moveAs } from './document-calls.ts'
import { CallError, type Handlers } from './bind-contract.ts'
import { requireAccount, type HandlerContext } from './handler-context.ts'

type DocumentsHandlers = Pick<
  Handlers,
  | 'documents.get'
  | 'documents.refresh'
  | 'documents.list'
  | 'documents.find'
  | 'documents.refreshList'
  | 'documents.create'
  | 'documents.createAgain'
  | 'documents.discard'
  | 'documents.editMany'
  | 'documents.move'
  | 'documents.referrers'
  | 'documents.published'
  | 'documents.deleted'
  | 'trash.read'
  | 'documents.schedule'
  | 'documents.schedules'
  | 'documents.scheduled'
  | 'documents.changedElsewhere'
  | 'documents.groups'
  | 'seo.generate'
  | 'seo.stop'
  | 'trash.list'
  | 'trash.restore'
  | 'trash.empty'
  | 'trash.emptyAll'
  | 'documents.formState'
  | 'documents.stopFormState'
  | 'documents.refreshPermissions'
  | 'documents.resolveId'
  | 'listPreference.get'
  | 'listPreference.set'
  | 'listPreference.refresh'
  | 'credentials.change'
  | 'credentials.hold'
>

export function documentsHandlers(context: HandlerContext): DocumentsHandlers {
  const store = () => requireAccount(context).site.store
  /** The account, for calls that a person's action causes: background work pauses meanwhile. */
  const forPerson = () => {
    const account = requireAccount(context)
    account.personActs()
    return account
  }
  return {
    'documents.get': ({ ref }) => store().openDocument(ref),
    'documents.refresh': ({ ref }) => refreshDocument(forPerson().site, ref),
    'documents.list': (query) => store().list(query),
    'documents.find': (query) => store().findDocuments(query),
    'documents.refreshList': (query) => {
      // A count is not worth pausing background work.
      const { site, backgroundFetch } = query.isCount === true ? requireAccount(context) : forPerson()
      return refreshList(site, query, backgroundFetch.add)
    },
    'documents.create': async ({ slug, commit }) => {
      const { site } = forPerson()
      const schema = site.schema()
      const entity = entityOf(schema, { kind: 'collection', slug })
      if (!schema || entity?.kind !== 'collection') throw new CallError('bad-input')
      const id = newDocumentId(schema, entity)
      const data = initialData(fieldTypes, entity.fields, firstLocale(schema.localization))
      const ref = await site.store.createDocument({ slug, id, data, ...(commit && { commit }) })
      if (!commit) void fillComputedDefaults(site, ref, entity).catch(() => undefined)
      return { ref }
    },
    'documents.createAgain': async ({ ref, locale, file }) => {
      const { site } = forPerson()
      const schema = site.schema()
      const entity = entityOf(schema, ref)
      if (!schema || entity?.kind !== 'collection') throw new CallError('bad-input')
      const id = newDocumentId(schema, entity)
      return { ref: await site.store.createAgain({ ref, id, locale, ...(file && { file }) }) }
    },
    'documents.discard': async ({ ref }) => {
      const { site } = requireAccount(context)
      await site.store.discardDocument(ref)
      site.newPasswords.drop(ref)
    },
    'documents.editMany': (input) => editManyAs(forPerson(), input),
    'documents.move': (input) => moveAs(forPerson().site, input),
    'documents.referrers': async ({ ref }) => {
      const [documents, view] = await Promise.all([store().referrers(ref), store().getDocument(ref)])
      return { documents, unsent: view !== null && (view.entries.length > 0 || view.draft !== null) }
    },
    'documents.published': ({ ref }) => readPublished(forPerson().site, ref),
    'documents.schedule': (input) => schedule(forPerson().site, input),
    'documents.groups': (input) => listGroups(requireAccount(context).site, input),
    'documents.schedules': (input) => {
      const { site, connection } = requireAccount(context)
      return listSchedules(site, input, connection.state().status === 'online')
    },
    'documents.scheduled': ({ from }) => allSchedules(requireAccount(context).site, from),
    'documents.changedElsewhere': (input) => store().changedElsewhere(input),
    'seo.generate': (input) => generateSeo(forPerson().site, fieldTypes, input),
    'seo.stop': ({ id }) => stopSeo(requireAccount(context).site, id),
    'documents.deleted': (input) => requireAccount(context).site.store.deletedVersions(input),
    'trash.read': (input) => readTrashed(forPerson().site, input),
    'trash.list': (input) => listTrash(forPerson().site, input),
    'trash.restore': (input) => restoreFromTrash(forPerson().site, input),
    'trash.empty': (input) => emptyTrash(forPerson().site, input),
    'trash.emptyAll': (input) => emptyWholeTrash(forPerson().site, input),
    'documents.formState': (input) => readFormState(forPerson().site, input),
    'documents.stopFormState': (input) => stopFormState(requireAccount(context).site, input),
    'documents.refreshPermissions': (input) => refreshPermissions(forPerson().site, input),
    'documents.resolveId': async ({ ref }) => ({ ref: await store().resolveId(ref) }),
    'listPreference.get': ({ slug }) => keptOfList(requireAccount(context).site, slug),
    'listPreference.set': ({ slug, choice }) => chooseForList(requireAccount(context).site, slug, choice),
    'listPreference.refresh': ({ slug }) => refreshListPreference(requireAccount(context).site, slug),
    'credentials.change': ({ ref, change }) => changeCredentials(forPerson().site, ref, change),
    'credentials.hold': ({ ref, password }) => holdPassword(forPerson().site, ref, password),
  }
}

/** The id of a new document. If the server takes ids from clients, and no person types them, it is final (SY8). */
function newDocumentId({ capabilities }: SiteSchema, collection: Collection): string {
  const uuid = randomUUID()
  return capabilities.clientIds.includes(collection.slug) && !asksForId(collection) ? uuid : makeTempId(uuid)
}

export function apiHandlers(context: HandlerContext): Pick<Handlers, 'api.ask' | 'api.next' | 'api.stop'> {
  return {
    'api.ask': (input) => {
      const account = requireAccount(context)
      account.personActs()
      return askApi(account.site, input)
    },
    'api.next': async ({ id }) => {
      const site = context.accounts.current()?.site
      return { piece: site === undefined ? null : await nextApiPiece(site, id) }
    },
    // A screen may outlive its account by a moment, so a missing account is no error here.
    'api.stop': ({ id }) => {
      const site = context.accounts.current()?.site
      if (site !== undefined) stopApi(site, id)
    },
  }
}
