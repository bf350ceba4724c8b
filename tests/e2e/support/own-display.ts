// Files that run at once each have a display to themselves, so that none takes the focus from another.
const displays = process.env['GALLEY_E2E_DISPLAYS']?.split(' ') ?? []
const display = displays[Number(process.env['VITEST_POOL_ID']) - 1]
if (displays.length > 0 && display === undefined)
  throw new Error(`worker ${process.env['VITEST_POOL_ID']} has none of the displays ${displays.join(' ')}`)
if (display !== undefined) process.env['DISPLAY'] = display
