// A promo code in the cart and in the checkout. The server decides whether it applies.

import { Tag, X } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { isPromoLongEnough, MAX_PROMO_LENGTH } from '~shared/features/checkout/promo'
import { precheckout, usePrecheckout } from '~shared/features/checkout/store'
import { useT } from '~shared/i18n/context'
import { typedText } from '~shared/lib/text'
import { Button, IconButton } from '~shared/ui/button'
import { TextField } from '~shared/ui/fields'

interface PromoFieldProps {
  /** Whether the code is being checked. */
  isPending?: boolean
  /** Why the code gives no discount. */
  problem?: string | undefined
  /** A remark on an accepted code. */
  note?: string | undefined
  /** A code that was removed because it gives no discount. */
  dropped?: string | undefined
}

/** Moves the focus when the code is entered or removed. */
export function PromoField({ isPending = false, problem, note, dropped }: PromoFieldProps) {
  const code = usePrecheckout((state) => state.promoCode)
  // The code that the last finished check accepted. While a newer check runs, it is still shown as accepted.
  const [lastAccepted, setLastAccepted] = useState<string | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const mustMoveFocus = useRef(false)
  const lastChecked = isPending ? lastAccepted : code
  const accepted = problem ? null : lastChecked
  if (accepted !== lastAccepted) setLastAccepted(accepted)
  const isAccepted = code !== null && accepted === code

  useEffect(() => {
    if (!mustMoveFocus.current) return
    mustMoveFocus.current = false
    box.current?.querySelector<HTMLElement>('input, button')?.focus()
  }, [isAccepted])

  const setCode = (promoCode: string | null) => {
    mustMoveFocus.current = true
    precheckout.set({ promoCode })
  }
  return (
    <div ref={box}>
      {isAccepted ? (
        <EnteredCode code={code} note={note} onRemove={() => setCode(null)} />
      ) : (
        <CodeEntry
          code={code ?? dropped ?? null}
          isPending={isPending && code !== null}
          problem={problem}
          isKept={code !== null}
          onEnter={setCode}
        />
      )}
    </div>
  )
}

function EnteredCode({ code, note, onRemove }: { code: string; note: string | undefined; onRemove: () => void }) {
  const t = useT()
  return (
    <div className="flex items-center gap-2.5 rounded-lg bg-good-soft py-1 pr-1 pl-3.5 text-good">
      <Tag aria-hidden className="size-4.5 shrink-0" />
      <p role="status" className="min-w-0 grow py-1.5 text-[0.9375rem] wrap-anywhere">
        <span className="sr-only">{t('cart.promo.label')}: </span>
        <strong className="font-semibold uppercase">{code}</strong>
        {note && <span className="block text-sm">{note}</span>}
      </p>
      <IconButton label={t('cart.promo.remove')} onClick={onRemove} className="text-good!">
        <X aria-hidden className="size-4.5" />
      </IconButton>
    </div>
  )
}

interface CodeEntryProps {
  code: string | null
  isPending: boolean
  problem: string | undefined
  /** Whether the code still belongs to the order. */
  isKept: boolean
  onEnter: (code: string | null) => void
}

function CodeEntry({ code, isPending, problem, isKept, onEnter }: CodeEntryProps) {
  const t = useT()
  const [typed, setTyped] = useState<string | null>(null)
  const [isTooShort, setTooShort] = useState(false)
  // The problem does not belong to a text that was typed since.
  const problemOfCode = typed === null ? problem : undefined
  const error = isTooShort ? t('cart.promo.tooShort') : problemOfCode

  const enter = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = typedText(event.currentTarget, 'promo')
    setTooShort(!isPromoLongEnough(text))
    if (!isPromoLongEnough(text)) return
    onEnter(text)
    setTyped(null)
  }
  return (
    <form noValidate onSubmit={enter} className="grid gap-1">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2">
        <TextField
          name="promo"
          label={t('cart.promo.label')}
          error={error}
          maxLength={MAX_PROMO_LENGTH}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={typed ?? code ?? ''}
          onChange={(event) => {
            setTyped(event.target.value)
            setTooShort(false)
          }}
        />
        <Button type="submit" look="secondary" size="lg" busy={isPending} className="mt-7.5 px-4!">
          {t('cart.promo.apply')}
        </Button>
      </div>
      {isKept && problem && (
        <Button look="quiet" className="-ml-3 justify-self-start" onClick={() => onEnter(null)}>
          {t('cart.promo.without')}
        </Button>
      )}
    </form>
  )
}
