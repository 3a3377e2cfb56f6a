// Says whether an order is paid, and offers to pay it.

import clsx from 'clsx'
import { CircleAlert, CircleCheck, type LucideIcon, Wallet } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { Order } from '~shared/api/types'
import { useT } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'
import { clock, isOver, useCountdown } from '~shared/lib/clock'
import { Button, Spinner } from '~shared/ui/button'
import { paymentStateOf } from '../rules'
import { PayAgain } from './pay-again'

interface PaymentPanelProps {
  order: Order
  /** The bank may not have reported the result yet. */
  isBackFromBank: boolean
  onRefresh: () => void
}

export function PaymentPanel({ order, isBackFromBank, onRefresh }: PaymentPanelProps) {
  const t = useT()
  const paymentState = paymentStateOf(order, isBackFromBank)
  const total = money(order.amounts.total)
  return (
    <>
      {/* Present from the start, so that screen readers announce the result. */}
      <p role="status" className="sr-only">
        {isBackFromBank && paymentState !== 'nothing' && t(`orders.pay.${paymentState}`)}
      </p>
      {paymentState === 'asking' && <AwaitingBank order={order} onAskAgain={onRefresh} />}
      {paymentState === 'paid' && (
        <Panel tone="good" Icon={CircleCheck} title={t('orders.pay.paid')} text={t('orders.pay.paidText', { total })} />
      )}
      {paymentState === 'failed' && (
        <Panel tone="bad" Icon={CircleAlert} title={t('orders.pay.failed')} text={t('orders.pay.failedText')}>
          <TimeLeft order={order} />
          <PayAgain order={order} />
        </Panel>
      )}
      {paymentState === 'due' && (
        <Panel tone="warn" Icon={Wallet} title={t('orders.pay.due')} text={t('orders.pay.dueText', { total })}>
          <TimeLeft order={order} />
          <PayAgain order={order} />
        </Panel>
      )}
    </>
  )
}

const TONES = { good: 'bg-good-soft', warn: 'bg-warn-soft', bad: 'bg-bad-soft', plain: 'bg-sky' }
const ICONS = { good: 'text-good', warn: 'text-warn', bad: 'text-bad', plain: '' }

interface PanelProps {
  tone: keyof typeof TONES
  Icon: LucideIcon | typeof Spinner
  title: string
  text: string
  children?: ReactNode
}

function Panel({ tone, Icon, title, text, children }: PanelProps) {
  return (
    <section aria-labelledby="payment" className={clsx('grid appear gap-4 rounded-xl p-5 sm:p-6', TONES[tone])}>
      <div className="flex gap-3.5">
        <span className={clsx('mt-0.5 shrink-0', ICONS[tone])}>
          <Icon aria-hidden />
        </span>
        <div className="grid gap-1">
          <h2 id="payment" className="text-xl">
            {title}
          </h2>
          <p className="text-pretty">{text}</p>
        </div>
      </div>
      {children}
    </section>
  )
}

/** How long to wait for the bank before offering to pay again. */
const BANK_TIMEOUT_MS = 45_000

/** When the bank is late, offers to ask again or to pay in another way. */
function AwaitingBank({ order, onAskAgain }: { order: Order; onAskAgain: () => void }) {
  const t = useT()
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), BANK_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!isLate) return <Panel tone="plain" Icon={Spinner} title={t('orders.pay.asking')} text={t('orders.pay.askingText')} />
  return (
    <Panel tone="warn" Icon={Wallet} title={t('orders.pay.late')} text={t('orders.pay.lateText')}>
      <div>
        <Button look="secondary" onClick={onAskAgain}>
          {t('orders.pay.askAgain')}
        </Button>
      </div>
      <PayAgain order={order} />
    </Panel>
  )
}

/** When the time is over, the reserved goods are released. */
function TimeLeft({ order: { payUntil } }: { order: Order }) {
  const t = useT()
  const timeToPay = useCountdown(payUntil === undefined ? null : Date.parse(payUntil))
  if (!timeToPay || isOver(timeToPay)) return null
  return (
    // Not announced, because it changes every second.
    <p aria-live="off" className="font-semibold tabular-nums">
      {t('orders.pay.until', { time: clock(timeToPay) })}
    </p>
  )
}
