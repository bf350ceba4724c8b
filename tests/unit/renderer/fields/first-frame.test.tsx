import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { array, collapsible, group, tab, tabs, text } from '../../shared/build-fields.ts'
import { showFields } from './show-fields.tsx'

/** Frames come when the test says so. */
const frames: FrameRequestCallback[] = []
const nextFrame = () =>
  act(() => {
    for (const callback of frames.splice(0)) callback(performance.now())
  })

beforeEach(() => {
  frames.length = 0
  localStorage.clear()
  vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((callback) => frames.push(callback))
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const names = ['a', 'b', 'c', 'd', 'e', 'f']
const fields = names.map((name) => text(name, { label: name.toUpperCase() }))
const boxes = () => screen.getAllByRole('textbox').map((box) => box.id.replace(/^form-\d+-/, ''))

describe('a document that opens', () => {
  it('begins with its first fields, which can be typed into, and has all of them with the next frame', async () => {
    const { form } = await showFields(fields, { data: { a: 'Rail' }, opening: true })
    expect(boxes()).toEqual(['a', 'b', 'c', 'd'])
    const first = screen.getByRole('textbox', { name: /^A/ })
    fireEvent.change(first, { target: { value: 'Rails' } })
    nextFrame()
    expect(boxes()).toEqual(names)
    // It is the same input, with what was typed into it meanwhile.
    expect(screen.getByRole('textbox', { name: /^A/ })).toBe(first)
    expect(form.getField('a').value).toBe('Rails')
  })

  it('has the fields of its open rows with the next frame, and their heads at once', async () => {
    const stops = array('stops', [text('name', { label: 'Name' })], { label: 'Stops' })
    await showFields([stops], { data: { stops: [{ id: 'r1', name: 'Kiruna' }] }, opening: true })
    expect(document.querySelectorAll('[data-row]')).toHaveLength(1)
    expect(screen.queryByRole('textbox')).toBeNull()
    nextFrame()
    expect(boxes()).toEqual(['stops.r1.name'])
  })

  it('has all of them at once where somebody is led to one', async () => {
    const { form } = await showFields(fields, { opening: true })
    act(() => form.show('f'))
    expect(boxes()).toEqual(names)
  })

  it('ends its first frame with the first group, but not with a box that is closed', async () => {
    const closed = collapsible([text('deep', { label: 'Deep' })], { label: 'Box', initCollapsed: true })
    const own = group('own', [text('inner', { label: 'Inner' })])
    await showFields([closed, ...fields.slice(0, 1), own, ...fields.slice(1)], { opening: true })
    expect(screen.getByRole('button', { name: 'Box' })).toBeTruthy()
    expect(boxes()).toEqual(['a', 'own.inner'])
    nextFrame()
    expect(boxes()).toEqual(['a', 'own.inner', ...names.slice(1)])
  })

  it('draws all fields of a tab that is chosen later', async () => {
    const all = tabs(
      { ...tab(null, [text('title', { label: 'Title' })]), label: 'Content' },
      { ...tab(null, fields), label: 'More' },
    )
    await showFields([all], { opening: true })
    expect(boxes()).toEqual(['title'])
    nextFrame()
    const more = screen.getByRole('tab', { name: 'More' })
    fireEvent.click(more)
    expect(boxes()).toEqual(names)
    const panel = screen.getByRole('tabpanel', { name: 'More' })
    expect(more.getAttribute('aria-controls')).toBe(panel.id)
    expect(panel.hasAttribute('tabindex')).toBe(false)
  })
})

describe('a tab without anything that takes the focus', () => {
  it('is a tab stop itself, until there is something in it', async () => {
    const all = tabs({ ...tab(null, []), label: 'Empty', description: 'Nothing yet' })
    await showFields([all], {})
    expect(screen.getByRole('tabpanel').tabIndex).toBe(0)
  })
})
