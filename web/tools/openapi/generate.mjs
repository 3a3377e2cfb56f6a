// Writes the types of the API (`npm run api`). openapi-typescript needs TypeScript 5.
import { readFileSync, writeFileSync } from 'node:fs'
import openapiTS, { astToString } from 'openapi-typescript'
import { source, stamp, target } from './source.mjs'

const BASE = '/api/v1'
const contract = JSON.parse(readFileSync(source, 'utf8'))
// The client adds the base.
contract.paths = Object.fromEntries(
  Object.entries(contract.paths).map(([path, item]) => [path.startsWith(`${BASE}/`) ? path.slice(BASE.length) : path, item]),
)
// With operation ids, the types would contain every operation twice.
for (const item of Object.values(contract.paths)) for (const operation of Object.values(item)) delete operation.operationId
writeFileSync(target, `${stamp()}\n${astToString(await openapiTS(contract))}`)
