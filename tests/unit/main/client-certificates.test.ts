import { expect, it } from 'vitest'
import { createClientCertificates } from '../../../main/server/http/client-certificates.ts'

const own = 'https://cms.example.com'
const at = Date.parse('2027-03-04T12:00:00.000Z') / 1000
const [ada, bob] = ['Ada', 'Bob'].map((subjectName) => ({
  fingerprint: `sha256/${subjectName}`,
  subjectName,
  issuerName: 'Test CA',
  validExpiry: at,
}))
if (!ada || !bob) throw new Error('no certificates')
const offered = [ada, bob]

function setUp() {
  const asked: string[] = []
  let origins = [own]
  let isAsking = true
  const certificates = createClientCertificates({
    isOwn: (origin) => origins.includes(origin),
    isAsking: () => isAsking,
    ask: (request) => void asked.push(request.origin),
    onChosen: () => undefined,
  })
  const pick = (server: string, isPage = false) => certificates.pick({ server, isPage }, offered)
  return {
    asked,
    certificates,
    pick,
    own: (...given: string[]) => (origins = given),
    waits: (is: boolean) => (isAsking = is),
  }
}

it('F73 the server of the account is shown the certificate that the person chose, who is asked once', async () => {
  const { asked, certificates, pick } = setUp()
  const both = [pick('cms.example.com:443'), pick('cms.example.com:443')]
  expect(asked).toEqual([own])
  expect(certificates.open()).toEqual([
    {
      origin: own,
      certificates: offered.map(({ fingerprint, subjectName }) => ({
        fingerprint,
        subject: subjectName,
        issuer: 'Test CA',
        validUntil: '2027-03-04T12:00:00.000Z',
      })),
    },
  ])
  certificates.choose(own, bob.fingerprint)
  expect(await Promise.all(both)).toEqual([bob, bob])
  expect(await pick('https://cms.example.com/')).toBe(bob)
  expect(asked).toEqual([own])
  expect(certificates.open()).toEqual([])
})

it.each([
  ['a page, though it is of the same server', 'cms.example.com:443', true],
  ['another host', 'pictures.example.com:443', false],
  ['another port', 'cms.example.com:8443', false],
  ['a name that is none', '', false],
  ['plain http', 'http://cms.example.com:443', false],
])('F73 %s is shown none, and nobody is asked', async (_who, server, isPage) => {
  const { asked, certificates, pick } = setUp()
  expect(await pick(server, isPage)).toBeNull()
  expect(asked).toEqual([])
  // Nor after the person chose one for the account's server.
  const first = pick('cms.example.com:443')
  certificates.choose(own, ada.fingerprint)
  expect(await first).toBe(ada)
  expect(await pick(server, isPage)).toBeNull()
})

it('F73 none is a choice too, and one that was not offered is none', async () => {
  for (const fingerprint of [null, 'sha256/other']) {
    const { asked, certificates, pick } = setUp()
    const first = pick('cms.example.com:443')
    certificates.choose(own, fingerprint)
    expect(await first).toBeNull()
    expect(await pick('cms.example.com:443')).toBeNull()
    expect(asked).toEqual([own])
  }
})

it('F73 an answer that nobody asked for chooses nothing', async () => {
  const { asked, certificates, pick } = setUp()
  certificates.choose(own, ada.fingerprint)
  void pick('cms.example.com:443')
  expect(asked).toEqual([own])
})

it('F73 a server whose account was left while the question stood is shown none', async () => {
  const { certificates, pick, own: setOwn } = setUp()
  const first = pick('cms.example.com:443')
  setOwn('https://other.example.com')
  certificates.choose(own, ada.fingerprint)
  expect(await first).toBeNull()
})

it('F73 connecting waits for the answer, and goes on at once where nothing was asked', async () => {
  const { certificates, pick } = setUp()
  expect(await certificates.answered(`${own}/site`)).toBe(false)
  const first = pick('cms.example.com:443')
  const answered = certificates.answered(`${own}/site`)
  certificates.choose(own, ada.fingerprint)
  expect(await answered).toBe(true)
  expect(await first).toBe(ada)
})

it('F73 a certificate that is not there any more is asked for again', async () => {
  const { asked, certificates, pick } = setUp()
  const first = pick('cms.example.com:443')
  certificates.choose(own, ada.fingerprint)
  await first
  const again = certificates.pick({ server: 'cms.example.com:443', isPage: false }, [bob])
  expect(asked).toEqual([own, own])
  certificates.choose(own, bob.fingerprint)
  expect(await again).toBe(bob)
})

it('F73 nobody gets a certificate, and nobody is asked, while main itself asks nothing of the server', async () => {
  const { asked, certificates, pick, waits } = setUp()
  waits(false)
  expect(await pick('cms.example.com:443')).toBeNull()
  expect(asked).toEqual([])
  waits(true)
  const picked = pick('cms.example.com:443')
  certificates.choose(own, ada.fingerprint)
  expect(await picked).toBe(ada)
  waits(false)
  expect(await pick('cms.example.com:443')).toBeNull()
})
