// Keeps the session of the back office the same in all tabs of a browser.
import { type SessionEnd, staffSession, type StaffSession, useStaff } from './store'

/** The name of the lock, and of the channel between tabs. */
const NAME = 'sovqat-staff-session'

/** Other tabs wait until the task has ended. */
export const oneTabAtATime = <Result>(task: () => Promise<Result>): Promise<Result> =>
  'locks' in navigator ? navigator.locks.request(NAME, task) : task()

type Message = { opened: StaffSession } | { ended: SessionEnd | null }

let channel: BroadcastChannel | null = null

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- only windows take one
const broadcast = (message: Message) => channel?.postMessage(message)

export function openInAllTabs(session: StaffSession) {
  staffSession.opened(session)
  broadcast({ opened: session })
}

export function endInAllTabs(end: SessionEnd | null) {
  staffSession.ended(end)
  broadcast({ ended: end })
}

function applyMessage({ data }: MessageEvent<Message>) {
  if ('opened' in data) return staffSession.opened(data.opened)
  // Without a reason, no session was open in the other tab, but one may be open in this tab.
  staffSession.ended(data.ended ?? (useStaff.getState().session ? 'expired' : null))
}

export function connectTabs() {
  channel = new BroadcastChannel(NAME)
  channel.addEventListener('message', applyMessage)
}
