// Files by which administrators write a policy, made from its keys (main/policy/policy-keys.ts).
import * as v from 'valibot'
import { POLICY_KEYS, policyKeys, policyKind } from '../main/policy/policy-keys.ts'
import { program } from './identity.mjs'

const registryKey = 'Software\\Policies\\Galley'
const namespace = 'http://schemas.microsoft.com/GroupPolicy/2006/07/PolicyDefinitions'

/** All keys, each with the facts from its schema. */
const keys = POLICY_KEYS.map((key) => {
  const schema = policyKeys[key]
  return {
    key,
    schema,
    kind: policyKind(key),
    title: v.getTitle(schema),
    description: v.getDescription(schema),
    undecided: v.getMetadata(schema).undecided,
    example: v.getExamples(schema)[0],
    // Payload names a language twice.
    values: schema.type === 'picklist' ? [...new Set(schema.options)] : [],
  }
})

/** The files by their path in packaging/policy. */
export function policyFiles() {
  return {
    'policy.schema.json': `${JSON.stringify(jsonSchema(), null, 2)}\n`,
    'galley.admx': admx(),
    'en-US/galley.adml': adml(),
    'galley.mobileconfig': mobileconfig(),
  }
}

/** The table of docs/deployment.md. */
export function policyTable() {
  const rows = keys.map(({ key, kind, values, description, undecided, example }) => {
    const choice = values.length > 6 ? `one of ${values.length} languages` : values.join(', ')
    const cells = [`\`${key}\``, kind === 'choice' ? choice : kind, description, undecided]
    return `| ${[...cells, `\`${JSON.stringify(example)}\``].map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  })
  const head = '| key | value | what it does | not decided | example |\n| --- | --- | --- | --- | --- |'
  return `${head}\n${rows.join('\n')}`
}

/* ---- JSON Schema --------------------------------------------------------------------------------------------- */

function jsonSchema() {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Policy of Galley',
    description:
      'What is decided for all users of a computer. null takes back what an earlier source decided.',
    type: 'object',
    additionalProperties: false,
    properties: {
      $schema: { type: 'string', description: 'Names this schema for an editor; it decides nothing.' },
      ...Object.fromEntries(
        keys.map(({ key, schema, title, description, example }) => [
          key,
          { title, description, examples: [example], anyOf: [schemaOf(schema), { type: 'null' }] },
        ]),
      ),
    },
  }
}

function schemaOf(schema) {
  const [first, ...actions] = schema.pipe ?? [schema]
  if (first.pipe !== undefined) return schemaOf(first)
  return Object.assign(baseSchema(first), ...actions.map(constraintOf))
}

function baseSchema(schema) {
  switch (schema.type) {
    case 'picklist':
      return { enum: [...new Set(schema.options)] }
    case 'literal':
      return { const: schema.literal }
    case 'string':
    case 'number':
    case 'boolean':
      return { type: schema.type }
    case 'array':
      return { type: 'array', items: schemaOf(schema.item) }
    case 'union':
    case 'variant':
      return { anyOf: schema.options.map(schemaOf) }
    case 'optional':
    case 'exact_optional':
      return schemaOf(schema.wrapped)
    case 'object':
    case 'strict_object': {
      const entries = Object.entries(schema.entries)
      return {
        type: 'object',
        properties: Object.fromEntries(entries.map(([name, entry]) => [name, schemaOf(entry)])),
        required: entries.filter(([, { type }]) => !type.endsWith('optional')).map(([name]) => name),
        ...(schema.type === 'strict_object' && { additionalProperties: false }),
      }
    }
    default:
      throw new Error(`no JSON Schema for ${schema.type}`)
  }
}

function constraintOf({ type, requirement }) {
  if (type === 'integer') return { type: 'integer' }
  if (type === 'min_value') return { minimum: requirement }
  if (type === 'max_value') return { maximum: requirement }
  if (type === 'url') return { format: 'uri' }
  if (type === 'regex') return { pattern: requirement.source }
  return type === 'min_length'
    ? { minLength: requirement }
    : type === 'max_length'
      ? { maxLength: requirement }
      : {}
}

/* ---- group policy of Windows ----------------------------------------------------------------------------------- */

/** Ids of strings may only have letters, digits and underscores. */
const stringOf = (...parts) => parts.join('_').replaceAll(/\W/g, '_')

function admx() {
  const policies = keys.map(({ key, kind, values }) => {
    const isSwitch = kind === 'boolean'
    const own = isSwitch ? `valueName="${key}"` : `presentation="$(presentation.${key})"`
    const elements = {
      boolean: [
        '<enabledValue><decimal value="1" /></enabledValue>',
        '<disabledValue><decimal value="0" /></disabledValue>',
      ],
      choice: [
        '<elements>',
        `  <enum id="${key}" valueName="${key}" required="true">`,
        ...values.map(
          (value) =>
            `    <item displayName="$(string.${stringOf(key, value)})"><value><string>${xml(value)}</string></value></item>`,
        ),
        '  </enum>',
        '</elements>',
      ],
      number: [
        '<elements>',
        `  <decimal id="${key}" valueName="${key}" required="true" minValue="1" maxValue="100000" />`,
        '</elements>',
      ],
      list: ['<elements>', `  <multiText id="${key}" valueName="${key}" required="true" />`, '</elements>'],
      object: [
        '<elements>',
        `  <text id="${key}" valueName="${key}" required="true" maxLength="4096" />`,
        '</elements>',
      ],
    }[kind]
    return [
      `<policy name="${key}" class="Machine" displayName="$(string.${key})" explainText="$(string.${key}_explain)" key="${registryKey}" ${own}>`,
      '  <parentCategory ref="galley" />',
      '  <supportedOn ref="supported" />',
      ...elements.map((line) => `  ${line}`),
      '</policy>',
    ]
  })
  return document([
    `<policyDefinitions xmlns="${namespace}" revision="1.0" schemaVersion="1.0">`,
    '  <policyNamespaces>',
    '    <target prefix="galley" namespace="Galley.Policies" />',
    '  </policyNamespaces>',
    '  <resources minRequiredRevision="1.0" />',
    '  <supportedOn>',
    '    <definitions>',
    '      <definition name="supported" displayName="$(string.supported)" />',
    '    </definitions>',
    '  </supportedOn>',
    '  <categories>',
    '    <category name="galley" displayName="$(string.galley)" />',
    '  </categories>',
    '  <policies>',
    ...policies.flat().map((line) => `    ${line}`),
    '  </policies>',
    '</policyDefinitions>',
  ])
}

function adml() {
  const explained = ({ kind, description, undecided, example }) => {
    const how = {
      boolean: 'Enabled means true, disabled means false.',
      choice: '',
      number: '',
      list: `One a line: an address, or JSON, other letters than ASCII as \\u00e4: ${JSON.stringify(example[0])}`,
      object: `JSON in one line, other letters than ASCII as \\u00e4: ${JSON.stringify(example)}`,
    }[kind]
    return [description, how, `Not configured: ${undecided}.`].filter((line) => line !== '').join('\n\n')
  }
  const controls = {
    choice: ({ key, title }) => `<dropdownList refId="${key}" noSort="true">${xml(title)}</dropdownList>`,
    number: ({ key, title, example }) =>
      `<decimalTextBox refId="${key}" defaultValue="${example}">${xml(title)}</decimalTextBox>`,
    list: ({ key, title }) => `<multiTextBox refId="${key}">${xml(title)}</multiTextBox>`,
    object: ({ key, title }) => `<textBox refId="${key}"><label>${xml(title)}</label></textBox>`,
  }
  const strings = [
    ['galley', program.title],
    ['supported', `${program.title} on Windows`],
    ...keys.flatMap((of) => [
      [of.key, of.title],
      [`${of.key}_explain`, explained(of)],
      ...of.values.map((value) => [stringOf(of.key, value), value]),
    ]),
  ]
  return document([
    `<policyDefinitionResources xmlns="${namespace}" revision="1.0" schemaVersion="1.0">`,
    `  <displayName>${program.title}</displayName>`,
    `  <description>Policy of ${program.title}</description>`,
    '  <resources>',
    '    <stringTable>',
    ...strings.map(([id, text]) => `      <string id="${id}">${xml(text)}</string>`),
    '    </stringTable>',
    '    <presentationTable>',
    ...keys.flatMap((of) =>
      of.kind === 'boolean'
        ? []
        : [
            `      <presentation id="${of.key}">`,
            `        ${controls[of.kind](of)}`,
            '      </presentation>',
          ],
    ),
    '    </presentationTable>',
    '  </resources>',
    '</policyDefinitionResources>',
  ])
}

/* ---- managed preferences of macOS ------------------------------------------------------------------------------- */

/** A profile with the example of each key. */
function mobileconfig() {
  const payload = {
    PayloadType: 'dev.galley.desktop',
    PayloadIdentifier: 'org.example.galley.settings',
    PayloadUUID: '5B3C2A0E-7B6B-4D0F-9C57-0B1A4E6F2D11',
    PayloadVersion: 1,
    ...Object.fromEntries(keys.map(({ key, example }) => [key, example])),
  }
  const profile = {
    PayloadDisplayName: 'Galley',
    PayloadType: 'Configuration',
    PayloadIdentifier: 'org.example.galley',
    PayloadUUID: '0E4C6E52-53C5-4C0A-8C0E-6B1E7F0A9D22',
    PayloadVersion: 1,
    PayloadScope: 'System',
    PayloadContent: [payload],
  }
  const doctype =
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">'
  return document([doctype, '<plist version="1.0">', ...plist(profile), '</plist>'])
}

function plist(value) {
  const indented = (lines) => lines.map((line) => `  ${line}`)
  if (typeof value === 'boolean') return [`<${value} />`]
  if (typeof value === 'number') return [`<integer>${value}</integer>`]
  if (typeof value === 'string') return [`<string>${xml(value)}</string>`]
  if (Array.isArray(value)) return ['<array>', ...indented(value.flatMap(plist)), '</array>']
  const entries = Object.entries(value).flatMap(([key, item]) => [`<key>${xml(key)}</key>`, ...plist(item)])
  return ['<dict>', ...indented(entries), '</dict>']
}

const document = (lines) => `${['<?xml version="1.0" encoding="utf-8"?>', ...lines].join('\n')}\n`

const xml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
