// Compares two versions of the product form. A part of the form is named by its path: `name.az`, `fields.color`, `price`.
import { get } from 'react-hook-form'
import type { Values } from './rules'

/** Returns the paths of the parts that differ. */
export function differences(a: Values, b: Values): string[] {
  const [partsOfA, partsOfB] = [partsOf(a), partsOf(b)]
  const paths = new Set([...Object.keys(partsOfA), ...Object.keys(partsOfB)])
  return [...paths].filter((path) => JSON.stringify(partsOfA[path]) !== JSON.stringify(partsOfB[path]))
}

export const partAt = (values: Values, path: string): unknown => get(values, path)

/** Returns the parts of the form that two operators may change independently, by path. All sizes together are one part. */
function partsOf(values: Values): Record<string, unknown> {
  const { version: _version, initialStock: _initialStock, name, description, fields, sizes, ...plainParts } = values
  return {
    ...withPrefix('name', name),
    ...withPrefix('description', description),
    ...withPrefix('fields', withoutEmpty(fields)),
    ...plainParts,
    sizes: sizes.map((size) => ({ ...size, fields: withoutEmpty(size.fields) })),
  }
}

const withPrefix = (prefix: string, values: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [`${prefix}.${key}`, value]))

const withoutEmpty = (fields: Values['fields']): Values['fields'] =>
  Object.fromEntries(Object.entries(fields).filter(([, list]) => list && list.length > 0))
