// Measures other requests while passwords are hashed. Uses all accounts in turn, because the shop refuses many sign-ins
// of one.
import { readFileSync } from 'node:fs'

const [rate = '50', seconds = '20', base = 'http://127.0.0.1:8080'] = process.argv.slice(2)
if (!/^http:\/\/(127\.0\.0\.1|localhost):\d+$/.test(base)) throw new Error('only a shop on this machine can be measured')
const accounts = JSON.parse(readFileSync(new URL('../local/demo/accounts.json', import.meta.url), 'utf8'))

async function call(path, { body, token } = {}) {
  const startedAt = performance.now()
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const response = await fetch(base + '/api/v1' + path, { method: body ? 'POST' : 'GET', headers, body: body && JSON.stringify(body) })
  const json = await response.json()
  return { status: response.status, json, took: performance.now() - startedAt }
}

let turn = 0
function signIn() {
  const { email: login, password } = accounts[turn++ % accounts.length]
  return call('/auth/signin', { body: { login, password } })
}
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

function print(what, calls) {
  const times = calls.filter(({ status }) => status === 200).map(({ took }) => took)
  times.sort((a, b) => a - b)
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))]?.toFixed(1)
  console.log(`${what.padEnd(28)} ${times.length} succeeded, ${calls.length - times.length} failed; median ${at(0.5)} ms, 99 % ${at(0.99)} ms`)
}

const { json } = await signIn()
const token = json.data.accessToken
const end = performance.now() + Number(seconds) * 1000
const signIns = []
const profiles = []

async function keepSigningIn() {
  for (let due = performance.now(); due < end; due += 1000 / Number(rate)) {
    await pause(Math.max(0, due - performance.now()))
    signIns.push(signIn())
  }
}

async function keepReadingProfile() {
  while (performance.now() < end) {
    profiles.push(await call('/user/me', { token }))
    await pause(5)
  }
}

const startedAt = performance.now()
await Promise.all([keepSigningIn(), keepReadingProfile(), keepReadingProfile()])
const results = await Promise.all(signIns)
print(`sign-ins, ${rate} per second`, results)
print('/user/me meanwhile', profiles)
console.log(`${(results.filter(({ status }) => status === 200).length / ((performance.now() - startedAt) / 1000)).toFixed(1)} sign-ins per second succeeded`)
