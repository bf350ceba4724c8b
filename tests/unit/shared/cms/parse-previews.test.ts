import { expect, it } from 'vitest'
import { parseCapabilities } from '../../../../shared/cms/parse-config.ts'
import { parsePreviews } from '../../../../shared/cms/parse-previews.ts'

it('a site that says nothing of previews has none: an older companion, or none at all', () => {
  for (const extra of [undefined, null, {}, { hasPreview: 'yes', livePreview: true }, []])
    expect(parsePreviews(extra)).toEqual({ preview: false, livePreview: null })
  expect(parseCapabilities({ config: true, schedule: true }).previews).toBe(false)
})

it('sizes are pixels or CSS lengths; what is neither, or has no name, is left out', () => {
  const device = (more: object) => ({ name: 'a', label: 'A', width: 375, height: '50%', ...more })
  const breakpoints = [
    device({}),
    device({ label: '' }),
    device({ width: 'calc(1px)' }),
    device({ width: 0 }),
    device({ height: '1px; background: url(x)' }),
    device({ name: null }),
    'tablet',
  ]
  expect(parsePreviews({ hasPreview: true, livePreview: { breakpoints, openByDefault: true } })).toEqual({
    preview: true,
    livePreview: {
      devices: [
        { name: 'a', label: 'A', width: '375px', height: '50%' },
        { name: 'a', label: 'a', width: '375px', height: '50%' },
      ],
      openByDefault: true,
    },
  })
})
