import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState, type ReactNode, type SubmitEvent } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Button } from '../../../../renderer/ui/button/button.tsx'
import { ConfirmDialog } from '../../../../renderer/ui/confirm-dialog/confirm-dialog.tsx'
import { Dialog } from '../../../../renderer/ui/dialog/dialog.tsx'
import { describedBy, FieldFrame } from '../../../../renderer/ui/field-frame/field-frame.tsx'
import { focusPlace, noteOpener, placeOf } from '../../../../renderer/ui/focus/focus-place.ts'
import { useKeptFocus } from '../../../../renderer/ui/focus/use-kept-focus.ts'
import { MenuButton } from '../../../../renderer/ui/menu-button/menu-button.tsx'
import { Note } from '../../../../renderer/ui/note/note.tsx'
import { NumberInput } from '../../../../renderer/ui/number-input/number-input.tsx'
import { Pagination, RangeLabel } from '../../../../renderer/ui/pagination/pagination.tsx'
import { ScreenHeader } from '../../../../renderer/ui/screen-header/screen-header.tsx'
import { SplitButton } from '../../../../renderer/ui/split-button/split-button.tsx'
import { TextInput } from '../../../../renderer/ui/text-input/text-input.tsx'
import { renderInEnglish } from '../support/render-in-english.tsx'

afterEach(cleanup)

const show = (content: ReactNode) => renderInEnglish(<MemoryRouter>{content}</MemoryRouter>)

it('U25 (part) the button of a menu has the focus again before what was chosen begins', async () => {
  const focused: (string | null)[] = []
  const onAction = () => {
    focused.push(document.activeElement?.getAttribute('aria-label') ?? null)
  }
  await show(
    <MenuButton label="More actions" items={[{ id: 'delete', label: 'Delete', onAction }]}>
      More
    </MenuButton>,
  )
  const button = screen.getByRole('button', { name: 'More actions' })
  fireEvent.click(button)
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  expect(focused).toEqual(['More actions'])
})

it('U25 (part) what was opened over a dialog that has gone gives the focus back to what opened that dialog', () => {
  render(
    <>
      <h1 id="main-heading" tabIndex={-1}>
        Posts
      </h1>
      <button type="button">Edit Boden</button>
    </>,
  )
  const opener = screen.getByRole('button', { name: 'Edit Boden' })
  const loading = render(<div role="dialog" aria-label="Loading" tabIndex={-1} />)
  const dialog = screen.getByRole('dialog', { name: 'Loading' })
  noteOpener(dialog, placeOf(opener))
  const before = placeOf(dialog)
  loading.unmount()
  focusPlace(before)
  expect(document.activeElement).toBe(opener)
})

it('U25 (part) the arrow of a button with variations has the focus again before what was chosen begins', async () => {
  const focused: (string | null)[] = []
  const onAction = () => {
    focused.push(document.activeElement?.getAttribute('aria-label') ?? null)
  }
  const items = [{ id: 'unpublish', label: 'Unpublish', onAction }]
  await show(<SplitButton label="Publish" menuLabel="More ways" items={items} onPress={() => undefined} />)
  fireEvent.click(screen.getByRole('button', { name: 'More ways' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Unpublish' }))
  expect(focused).toEqual(['More ways'])
})

describe('a button', () => {
  it('that cannot be used says so, stays reachable, does nothing and submits nothing', async () => {
    const press = vi.fn<() => void>()
    const submit = vi.fn<(event: SubmitEvent) => void>((event) => event.preventDefault())
    await show(
      <form onSubmit={submit}>
        <Button type="submit" onPress={press} disabledReason="Needs the server">
          Publish
        </Button>
      </form>,
    )
    const button = screen.getByRole('button', { name: 'Publish' })
    button.focus()
    fireEvent.click(button)
    expect(document.activeElement).toBe(button)
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(press).not.toHaveBeenCalled()
    expect(submit).not.toHaveBeenCalled()
  })

  it('that works says what it does and cannot be pressed twice', async () => {
    const press = vi.fn<() => void>()
    await show(
      <Button onPress={press} busyLabel="Restoring...">
        Restore
      </Button>,
    )
    fireEvent.click(screen.getByRole('button', { name: 'Restoring...' }))
    expect(press).not.toHaveBeenCalled()
  })
})

describe('a field', () => {
  function Field({ error }: { error: string | null }) {
    return (
      <FieldFrame label="Title" htmlFor="title" required localeCode="en" description="A hint" error={error}>
        <TextInput
          id="title"
          value=""
          onChange={() => undefined}
          invalid={error !== null}
          required
          aria-describedby={describedBy('title', { description: 'A hint', error })}
        />
      </FieldFrame>
    )
  }
  it('F70 (part) has its label, which is in the site’s language, apart from the direction of the page', async () => {
    await renderInEnglish(
      <FieldFrame label="VAT %" htmlFor="vat" required>
        <TextInput id="vat" value="" onChange={() => undefined} />
      </FieldFrame>,
    )
    expect(screen.getByText('VAT %').tagName).toBe('BDI')
  })

  const description = () => {
    const input = screen.getByLabelText(/^Title/)
    return document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent
  }

  it('is named by its label and described by its hint', async () => {
    await show(<Field error={null} />)
    expect(description()).toBe('A hint')
    expect(screen.getByLabelText(/^Title/).getAttribute('aria-required')).toBe('true')
  })

  it('S5.10 (part) is described by its error in the place of the hint', async () => {
    await show(<Field error="This field is required." />)
    expect(description()).toBe('This field is required.')
    expect(screen.queryByText('A hint')).toBeNull()
    expect(screen.getByLabelText(/^Title/).getAttribute('aria-invalid')).toBe('true')
  })
})

describe('a number field', () => {
  function Box({ report }: { report: (value: number | null, text: string) => void }) {
    const [value, setValue] = useState<number | null>(1)
    return (
      <>
        <NumberInput
          id="n"
          aria-label="Minutes"
          value={value}
          onChange={(next, text) => {
            setValue(next)
            report(next, text)
          }}
          max={9}
        />
        <button onClick={() => setValue(7)}>outside</button>
      </>
    )
  }

  it('SY1 reports every key press and leaves what was typed as it was typed', async () => {
    const report = vi.fn<(value: number | null, text: string) => void>()
    await show(<Box report={report} />)
    const input = screen.getByLabelText('Minutes')
    for (const text of ['1', '1.', '1.5', '', 'x']) fireEvent.change(input, { target: { value: text } })
    expect(report.mock.calls).toEqual([
      [1, '1.'],
      [1.5, '1.5'],
      [null, ''],
      [null, 'x'],
    ])
    expect(input).toHaveProperty('value', 'x')
    fireEvent.click(screen.getByText('outside'))
    expect(input).toHaveProperty('value', '7')
  })

  it('steps by arrow keys up to its limit', async () => {
    await show(<Box report={() => undefined} />)
    const input = screen.getByLabelText('Minutes')
    for (let press = 0; press < 12; press += 1) fireEvent.keyDown(input, { key: 'ArrowUp' })
    expect(input).toHaveProperty('value', '9')
  })
})

describe('a confirmation', () => {
  it('that destroys has the focus on Cancel', async () => {
    await show(
      <ConfirmDialog
        title="Discard 3 edits?"
        body="They are gone then."
        confirmLabel="Discard"
        danger
        onConfirm={() => undefined}
        onCancel={() => undefined}
      />,
    )
    expect(screen.getByRole('alertdialog', { name: 'Discard 3 edits?' })).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }))
  })

  it('U25 (part) that a screen reader opened has the focus on what asks for it, not on what it begins with', async () => {
    function Asked() {
      const [isAsked, setAsked] = useState(false)
      return (
        <>
          <Button onPress={() => setAsked(true)}>Quit</Button>
          {isAsked && (
            <Dialog
              role="alertdialog"
              title="Not everything is saved"
              onClose={() => undefined}
              actions={
                <Button autoFocus onPress={() => undefined}>
                  Keep open
                </Button>
              }
            >
              <Button onPress={() => undefined}>Export…</Button>
            </Dialog>
          )}
        </>
      )
    }
    await show(<Asked />)
    // A click without a pointer: so a screen reader presses.
    act(() => screen.getByRole('button', { name: 'Quit' }).click())
    expect(screen.getByRole('button', { name: 'Export…' })).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Keep open' }))
    await new Promise(requestAnimationFrame)
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Keep open' }))
  })

  it('whose screen was drawn anew behind it gives the focus to what stands there now', async () => {
    function Asked({ step }: { step: 'before' | 'open' | 'redrawn' | 'closed' }) {
      return (
        <>
          <ScreenHeader key={step === 'redrawn' || step === 'closed' ? 'new' : 'old'} title="Season cover" />
          {(step === 'open' || step === 'redrawn') && (
            <ConfirmDialog
              title="Discard 3 edits?"
              body="They are gone then."
              confirmLabel="Discard"
              onConfirm={() => undefined}
              onCancel={() => undefined}
            />
          )}
        </>
      )
    }
    const { rerender } = await show(<Asked step="before" />)
    const heading = () => screen.getByRole('heading', { level: 1, name: 'Season cover', hidden: true })
    const at = (step: Parameters<typeof Asked>[0]['step']) =>
      rerender(
        <MemoryRouter>
          <Asked step={step} />
        </MemoryRouter>,
      )
    const old = heading()
    old.focus()
    at('open')
    expect(screen.getByRole('alertdialog').contains(document.activeElement)).toBe(true)
    at('redrawn')
    expect(old.isConnected).toBe(false)
    at('closed')
    await waitFor(() => expect(document.activeElement).toBe(heading()))
  })
})

describe('the header of a screen', () => {
  it('S2.16 (part) has the exact tab as text and a tab within as marked link', async () => {
    await show(
      <ScreenHeader
        title="The night train"
        crumbs={[{ label: 'Posts', to: '/collections/posts' }]}
        tabs={[
          { label: 'Edit', to: '/a', current: 'exact' },
          { label: 'Versions', to: '/a/versions', count: 14, current: 'within' },
          { label: 'API', to: '/a/api', count: 0, current: null },
        ]}
      />,
    )
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull()
    expect(screen.getByText('Edit').closest('[aria-current]')?.getAttribute('aria-current')).toBe('page')
    expect(screen.getByRole('link', { name: /^Versions/ }).getAttribute('aria-current')).toBe('true')
    expect(screen.getByRole('link', { name: 'API' }).getAttribute('aria-current')).toBeNull()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('The night train')
    expect(document.title).toBe('The night train - Galley')
  })

  it('is the title of the window once it is typed, and not with each key of it', async () => {
    const typed = (title: string) => (
      <MemoryRouter>
        <ScreenHeader title={title} />
      </MemoryRouter>
    )
    const { rerender } = await renderInEnglish(typed('The night train'))
    expect(document.title).toBe('The night train - Galley')
    rerender(typed('The night trains'))
    rerender(typed('The night trains of Europe'))
    expect(document.title).toBe('The night train - Galley')
    await waitFor(() => expect(document.title).toBe('The night trains of Europe - Galley'))
  })
})

describe('a note', () => {
  it('U12 (part) that goes away with the focus in it hands that to the heading of the screen', async () => {
    function Screen({ note }: { note: boolean }) {
      useKeptFocus()
      return (
        <main>
          <h1 id="main-heading" tabIndex={-1}>
            Posts
          </h1>
          {note && <Note action={<button type="button">Decide</button>}>A conflict</Note>}
        </main>
      )
    }
    const shown = render(<Screen note />)
    screen.getByRole('button', { name: 'Decide' }).focus()
    shown.rerender(<Screen note={false} />)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Posts' })))
  })

  it('U25 (part) what has the focus goes away and leaves nothing beside it: the field around it has the focus', async () => {
    function Screen({ chosen }: { chosen: boolean }) {
      useKeptFocus()
      return (
        <main>
          <h1 id="main-heading" tabIndex={-1}>
            Posts
          </h1>
          <div>
            <input aria-label="Author" />
            <span>{chosen && <button type="button">Edit Ada</button>}</span>
          </div>
        </main>
      )
    }
    const shown = render(<Screen chosen />)
    screen.getByRole('button', { name: 'Edit Ada' }).focus()
    shown.rerender(<Screen chosen={false} />)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Author')))
  })

  it('U25 (part) what has the focus goes away before the next screen is there: its heading has the focus when it comes', async () => {
    function App({ step }: { step: 'form' | 'loading' | 'screen' }) {
      useKeptFocus()
      if (step === 'form') return <input aria-label="Password" />
      return (
        <main>
          {step === 'loading' ? (
            <p>Loading</p>
          ) : (
            <h1 id="main-heading" tabIndex={-1}>
              Dashboard
            </h1>
          )}
        </main>
      )
    }
    const shown = render(<App step="form" />)
    screen.getByLabelText('Password').focus()
    shown.rerender(<App step="loading" />)
    for (const _frame of Array.from({ length: 8 }))
      await new Promise((resolve) => requestAnimationFrame(resolve))
    expect(document.activeElement).toBe(document.body)
    shown.rerender(<App step="screen" />)
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Dashboard' })),
    )
  })
})

describe('pages', () => {
  it('S2.43 S9.03 are the first, the last, and one on either side of the current one, between arrows, with a gap where two or more are left out', async () => {
    const onPage = vi.fn<(page: number) => void>()
    const pages = async (page: number, count: number) => {
      cleanup()
      await show(<Pagination page={page} limit={10} totalDocs={count * 10} onPage={onPage} />)
      const list = screen.queryByRole('navigation', { name: 'Pages' })
      return [...(list?.children ?? [])]
        .map((one) =>
          one.getAttribute('aria-current') === 'page'
            ? `[${one.textContent}]`
            : one.textContent || one.getAttribute('aria-label'),
        )
        .join(' ')
    }
    // Neither the one before nor the one after is there: so are the pages.
    expect(await pages(1, 1)).toBe('')
    expect(await pages(1, 2)).toBe('Previous [1] 2 Next')
    expect(await pages(1, 9)).toBe('Previous [1] 2 … 9 Next')
    expect(await pages(2, 9)).toBe('Previous 1 [2] 3 … 9 Next')
    expect(await pages(3, 9)).toBe('Previous 1 2 [3] 4 … 9 Next')
    expect(await pages(4, 9)).toBe('Previous 1 … 3 [4] 5 … 9 Next')
    expect(await pages(5, 9)).toBe('Previous 1 … 4 [5] 6 … 9 Next')
    expect(await pages(7, 9)).toBe('Previous 1 … 6 [7] 8 9 Next')
    expect(await pages(9, 9)).toBe('Previous 1 … 8 [9] Next')
    const arrow = (name: string) => screen.getByRole('button', { name })
    expect(arrow('Next').getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(arrow('Next'))
    expect(onPage).not.toHaveBeenCalled()
    fireEvent.click(arrow('Previous'))
    expect(onPage).toHaveBeenLastCalledWith(8)
    fireEvent.click(screen.getByRole('button', { name: 'Page 1' }))
    expect(onPage).toHaveBeenLastCalledWith(1)
    await pages(1, 9)
    expect(arrow('Previous').getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(arrow('Next'))
    expect(onPage).toHaveBeenLastCalledWith(2)
  })

  it('S2.44 (part) show the current page as text, its neighbours as buttons, and the range', async () => {
    const onPage = vi.fn<(page: number) => void>()
    await show(
      <>
        <RangeLabel page={3} limit={10} totalDocs={25} />
        <Pagination page={3} limit={10} totalDocs={25} onPage={onPage} />
      </>,
    )
    expect(screen.getByText('21-25').closest('span')?.textContent).toBe('21-25 of 25')
    expect(screen.getByRole('button', { name: 'Page 3' }).getAttribute('aria-current')).toBe('page')
    expect(screen.getByRole('button', { name: 'Next' }).getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(screen.getByRole('button', { name: 'Page 2' }))
    expect(onPage).toHaveBeenCalledWith(2)
    // The one that is shown leads nowhere.
    fireEvent.click(screen.getByRole('button', { name: 'Page 3' }))
    expect(onPage).toHaveBeenCalledTimes(1)
  })
})
