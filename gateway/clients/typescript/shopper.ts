// The shop's address and the demo account, for both TypeScript clients.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'

interface Account {
  role: string
  email: string
  password: string
}

const url = process.env.BASE_URL
assert(url, 'BASE_URL is the address of a running shop with its demo')

export const baseUrl = `${url}/api/v1`

const accounts = JSON.parse(readFileSync(new URL('../../../../deploy/local/demo/accounts.json', import.meta.url), 'utf8')) as Account[]
const shopper = accounts.find(({ role }) => role === 'shopper')
assert(shopper, 'the demo has a shopper')

export const credentials = { login: shopper.email, password: shopper.password }
