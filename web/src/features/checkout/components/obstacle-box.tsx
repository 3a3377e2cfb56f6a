// Says above the checkout why an order was not placed.

import { useEffect, useRef } from 'react'
import { useT } from '~shared/i18n/context'
import { changeText } from '../cart-changes'
import type { Obstacle } from '../obstacles'
import { useCheckout } from '../use-checkout'

const goTo = ({ field, section }: Obstacle) => {
  // The only field of the promo code has the name of the section.
  const fieldName = field ?? (section === 'promo' ? 'promo' : undefined)
  const target = (fieldName && document.getElementsByName(fieldName)[0]) || document.getElementById(section)
  target?.focus()
  target?.scrollIntoView({ block: 'center' })
}

export function ObstacleBox() {
  const t = useT()
  const { obstacles, hasTried, attemptKey, failure, changes, linesBefore, check, isPlacing } = useCheckout()
  const box = useRef<HTMLDivElement>(null)
  const focusedAttempt = useRef('')
  const hasChanged = changes.length > 0
  const isShown = hasChanged || failure !== null || (hasTried && !isPlacing && obstacles.length > 0)

  // The focus moves once per attempt, not when problems appear while the shopper types.
  useEffect(() => {
    if (!isShown || focusedAttempt.current === attemptKey) return
    focusedAttempt.current = attemptKey
    box.current?.focus()
  }, [isShown, attemptKey])

  if (!isShown) return null
  const lines = [...linesBefore, ...(check.checked?.lines ?? [])]
  return (
    <div ref={box} tabIndex={-1} role="alert" className="scroll-mt-44 grid gap-2 rounded-xl bg-bad-soft px-5 py-4 text-bad outline-none">
      {hasChanged ? (
        <>
          <p className="font-semibold">{t('checkout.change.title')}</p>
          <ul className="list-disc pl-5">
            {changes.map((change) => (
              <li key={`${change.code} ${change.productId} ${change.sizeId}`}>{changeText(t, change, lines)}</li>
            ))}
          </ul>
          <p>{t('checkout.change.again')}</p>
        </>
      ) : (
        <p className="font-semibold">{failure ?? t('checkout.troubles')}</p>
      )}
      {obstacles.length > 0 && (
        <ul>
          {obstacles.map((obstacle) => (
            <li key={`${obstacle.section} ${obstacle.field} ${obstacle.text}`}>
              <button type="button" className="min-h-8 text-left underline underline-offset-2" onClick={() => goTo(obstacle)}>
                {obstacle.label ? `${obstacle.label}: ${obstacle.text}` : obstacle.text}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
