import { expect, test } from 'vitest'
import { resolveBundlePath } from '../../../main/windows/bundle-path.ts'
import { bundleHeaders, CONTENT_SECURITY_POLICY } from '../../../main/windows/content-security-policy.ts'

test.each([
  ['app://bundle/', 'index.html'],
  ['app://bundle', 'index.html'],
  ['app://bundle/index.html', 'index.html'],
  ['app://bundle/assets/index-Ab1.js?v=1#x', 'assets/index-Ab1.js'],
  ['app://bundle/collections/posts/12', 'index.html'],
  ['app://bundle/collections/posts/v1.2', 'index.html'],
  ['app://bundle/collections/posts/a:b', 'index.html'],
  ['app://bundle/collections/posts/a%2Fb', 'index.html'],
])('%s is served from %s', (address, path) => {
  expect(resolveBundlePath(address)).toEqual({ kind: 'file', path })
})

test.each([
  'app://bundle/../main/index.js',
  'app://bundle/assets/../../main/index.js',
  'app://bundle/%2e%2e/main/index.js',
  'app://bundle/assets/..%2f..%2fmain/index.js',
  'app://bundle/assets%2f..%2f..%2fmain/index.js',
  'app://bundle/..%5cmain%5cindex.js',
  'app://bundle/assets\\..\\main.js',
  'app://bundle/index.html%00.js',
  'app://bundle/%zz',
  'app://bundle/C:index.js',
  'https://bundle/index.html',
])('an address that could leave the bundle is answered 400: %s', (address) => {
  expect(resolveBundlePath(address)).toEqual({ kind: 'refused', status: 400 })
})

test('another host than the bundle is not there', () => {
  expect(resolveBundlePath('app://other/index.html')).toEqual({ kind: 'refused', status: 404 })
})

test('the policy lets scripts come from the bundle only and the page ask nobody else', () => {
  const directives = new Map(
    CONTENT_SECURITY_POLICY.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ')
      return [name, sources.join(' ')]
    }),
  )
  expect(directives.get('default-src')).toBe("'none'")
  expect(directives.get('script-src')).toBe("'self'")
  expect(directives.get('connect-src')).toBe("'self'")
  for (const name of ['frame-src', 'object-src', 'base-uri', 'form-action']) {
    expect([name, directives.get(name)]).toEqual([name, "'none'"])
  }
  expect(CONTENT_SECURITY_POLICY).not.toContain('unsafe-eval')
})

test('every file goes out with the policy and its own type', () => {
  expect(bundleHeaders('index.html')).toMatchObject({
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': CONTENT_SECURITY_POLICY,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  })
  expect(bundleHeaders('assets/a.js')['Content-Type']).toBe('text/javascript; charset=utf-8')
  expect(bundleHeaders('assets/a.js')['Cache-Control']).toContain('immutable')
})
