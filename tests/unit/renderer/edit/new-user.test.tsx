import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseSiteConfig } from '../../../../shared/cms/parse-config.ts'
import type { Collection } from '../../../../shared/cms/schema-model.ts'
import type { OutboxEntry } from '../../../../shared/sync/entry.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import { text } from '../../shared/build-fields.ts'
import { entryOf, set } from '../form/form-fixtures.ts'
import { here, inSite, main, resetSite } from '../fields/relation-site.tsx'
import { showFields } from '../fields/show-fields.tsx'
import { renderInEnglish } from '../support/render-in-english.tsx'

const { NewPasswordFields, NewPasswordProvider, useNewPassword } =
  await import('../../../../renderer/screens/edit/credentials/new-password.tsx')
const { MainFields } = await import('../../../../renderer/screens/edit/main-fields.tsx')
const { LoginForm } = await import('../../../../renderer/sign-in/login-form.tsx')
const { ToastRegion } = await import('../../../../renderer/ui/toast/toast-region.tsx')

beforeEach(resetSite)
afterEach(cleanup)

const ignore = () => undefined
const around = (content: ReactNode) => inSite({ edit: ignore, create: ignore, readAhead: ignore })(content)

/** Returns the collection as the client config has it: Payload adds `email`, and `username` if it is used. */
function members(loginWithUsername: object | false): Collection {
  const fields = [
    { name: 'email', type: 'email', label: 'Email', required: true },
    ...(loginWithUsername === false
      ? []
      : [{ name: 'username', type: 'text', label: 'Username', required: true }]),
  ]
  const config = { collections: [{ slug: 'members', auth: { loginWithUsername }, fields }] }
  const parsed = parseSiteConfig(fieldTypes, { config })
  if (!parsed.ok) throw new Error('the config was not read')
  const [found] = parsed.schema.collections
  if (found === undefined) throw new Error('no collection')
  return found
}

/** Returns a new user's fields, and the errors of saving without input. */
async function created(loginWithUsername: object | false) {
  const collection = members(loginWithUsername)
  const { form, screen: shown } = await showFields(collection.fields, {
    entity: { loginWithUsername: collection.loginWithUsername },
    view: { isNew: true },
    around,
  })
  await screen.findAllByRole('textbox')
  const fields = screen
    .getAllByRole('textbox')
    .map(
      (box) =>
        `${form.resolve(box.id.replace(`${form.id}-`, ''))?.field.name}${box.getAttribute('aria-required') === 'true' ? ' required' : ''}`,
    )
  const wrong = form.validate()
  shown.unmount()
  return { fields, wrong }
}

async function loginLabel(identifier: 'email' | 'username' | 'either'): Promise<string> {
  const shown = await renderInEnglish(
    <LoginForm url="https://cms.test" auth={[{ slug: 'members', label: 'Members', identifier }]} />,
  )
  const label = shown.container.querySelector('label')?.textContent ?? ''
  shown.unmount()
  return label
}

describe('users who sign in by name', () => {
  it('S3.15 loginWithUsername says which of e-mail and name are shown and required when a user is made, and what the log-in asks for', async () => {
    const rules = (allowEmailLogin: boolean, requireEmail: boolean, requireUsername: boolean) => ({
      allowEmailLogin,
      requireEmail,
      requireUsername,
    })
    expect(await created(false)).toEqual({ fields: ['email required'], wrong: ['email'] })
    expect(await created(rules(false, false, true))).toEqual({
      fields: ['username required'],
      wrong: ['username'],
    })
    expect(await created(rules(true, false, true))).toEqual({
      fields: ['email', 'username required'],
      wrong: ['username'],
    })
    expect(await created(rules(true, true, false))).toEqual({
      fields: ['email required', 'username'],
      wrong: ['email'],
    })
    expect(await created(rules(false, true, true))).toEqual({
      fields: ['email required', 'username required'],
      wrong: ['email', 'username'],
    })
    // Either is enough, and one is required.
    expect(await created(rules(true, false, false))).toEqual({
      fields: ['email', 'username'],
      wrong: ['email', 'username'],
    })
    expect(await loginLabel('email')).toMatch(/^Email/)
    expect(await loginLabel('username')).toMatch(/^Username/)
    expect(await loginLabel('either')).toMatch(/^Email or Username/)
  })
})

it('U29 a new user is asked who they are before the password', async () => {
  const collection = members(false)
  await showFields([], {
    entity: {
      credentials: collection.credentials,
      fields: [text('name', { label: 'name' }), ...collection.fields],
    },
    view: { isNew: true },
    around,
    above: (
      <NewPasswordProvider>
        <MainFields docRef={{ kind: 'collection', slug: 'members', id: 'tmp_1' }} />
      </NewPasswordProvider>
    ),
  })
  await screen.findByRole('textbox', { name: 'Email' })
  const names = [...document.querySelectorAll('label')].map(({ textContent }) => textContent)
  expect(names.map((name) => name.replace(/[^a-z ]/gi, ''))).toEqual([
    'Email',
    'Password',
    'Confirm Password',
    'name',
  ])
})

function Saving() {
  const typed = useNewPassword()
  return (
    <>
      <NewPasswordFields />
      <button type="button" onClick={() => void (typed?.check() === true && typed.handOver())}>
        Save
      </button>
      <ToastRegion />
    </>
  )
}

async function newMember(entries: OutboxEntry[] = []) {
  const collection = members(false)
  await showFields(collection.fields, {
    entity: { credentials: collection.credentials },
    view: { isNew: true, entries },
    around,
    above: (
      <NewPasswordProvider>
        <Saving />
      </NewPasswordProvider>
    ),
  })
  await screen.findByRole('textbox', { name: 'Email' })
}

const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))
const held = () => main.calls.filter(({ name }) => name === 'credentials.hold').map(({ input }) => input)

describe('the password of a new user', () => {
  it('S5.15 (new) has to be given twice before anything is handed over, and is handed over to go with the creation', async () => {
    here.status = 'online'
    await newMember()
    expect(screen.getByText(/never stored on this computer/)).toBeTruthy()
    save()
    expect(await screen.findAllByText('This field is required.')).toHaveLength(2)
    type(/^Password/, 'one-password')
    type(/^Confirm Password/, 'another')
    expect(await screen.findByText('Passwords do not match.')).toBeTruthy()
    save()
    expect(held()).toEqual([])
    type(/^Confirm Password/, 'one-password')
    save()
    await waitFor(() =>
      expect(held()).toEqual([
        { ref: { kind: 'collection', slug: 'posts', id: '7' }, password: 'one-password' },
      ]),
    )
  })

  it('is handed over to nobody without the server, which is said', async () => {
    await newMember()
    expect(screen.getByText(/Creating a user needs the server/)).toBeTruthy()
    type(/^Password/, 'one-password')
    type(/^Confirm Password/, 'one-password')
    save()
    await waitFor(() => expect(screen.getAllByText(/Creating a user needs the server/)).toHaveLength(2))
  })

  it('that the server refused has its words at the box until another one is typed', async () => {
    here.status = 'online'
    const words = 'This value must be longer than the minimum length of 3 characters.'
    const refused = entryOf([set('email', null, 'ada@example.com')], {
      create: true,
      mode: 'save',
      state: 'parked',
      problem: {
        code: 'validation',
        message: '',
        status: 400,
        fields: [{ path: 'password', message: words }],
        conflicts: [],
      },
    })
    await newMember([refused])
    const box = screen.getByLabelText(/^Password/)
    const says = () => document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent
    expect(says()).toBe(words)
    type(/^Password/, 'one-password')
    expect(screen.queryByText(words)).toBeNull()
    type(/^Confirm Password/, 'one-password')
    save()
    await waitFor(() => expect(held()).toMatchObject([{ password: 'one-password' }]))
  })

  it('is not taken while the user is being created with another one, which is said', async () => {
    here.status = 'online'
    here.holds = 'busy'
    await newMember()
    type(/^Password/, 'one-password')
    type(/^Confirm Password/, 'one-password')
    save()
    expect(await screen.findByText(/is being created with the earlier password/)).toBeTruthy()
  })
})
