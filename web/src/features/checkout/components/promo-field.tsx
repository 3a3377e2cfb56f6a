import { Tag, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useT } from '~/i18n/context'
import { typedText } from '~/lib/typed-text'
import { Button } from '~/ui/button'
import { IconButton } from '~/ui/icon-button'
import { TextField } from '~/ui/field'
import { isPromoLongEnough, LONGEST_PROMO } from '../promo'
import { precheckout, usePrecheckout } from '../store'

interface Props {
  /** Why the code that was entered takes nothing off. */
  trouble?: string | undefined
  /** What is to be known of one that is accepted. */
  note?: string | undefined
}

/** One code at a time: entered, or shown with a way to take it away. */
export function PromoField({ trouble, note }: Props) {
  const t = useT()
  const code = usePrecheckout((state) => state.promoCode)
  const [typed, setTyped] = useState<string | null>(null)
  const [isTooShort, setTooShort] = useState(false)

  const enter = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = typedText(event.currentTarget, 'promo')
    setTooShort(!isPromoLongEnough(text))
    if (!isPromoLongEnough(text)) return
    precheckout.set({ promoCode: text })
    setTyped(null)
  }
  const takeAway = () => {
    precheckout.set({ promoCode: null })
    setTyped(null)
  }

  if (code !== null && !trouble)
    return (
      <div className="flex items-center gap-2.5 rounded-lg bg-good-soft py-1 pr-1 pl-3.5 text-good">
        <Tag aria-hidden className="size-4.5 shrink-0" />
        <p className="min-w-0 grow py-1.5 text-[0.9375rem] wrap-anywhere">
          <span className="sr-only">{t('cart.promo.label')}: </span>
          <strong className="font-semibold uppercase">{code}</strong>
          {note && <span className="block text-sm">{note}</span>}
        </p>
        <IconButton label={t('cart.promo.remove')} onClick={takeAway} className="text-good!">
          <X aria-hidden className="size-4.5" />
        </IconButton>
      </div>
    )
  return (
    <form noValidate onSubmit={enter} className="grid gap-1">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2">
        <TextField
          name="promo"
          label={t('cart.promo.label')}
          error={isTooShort ? t('cart.promo.tooShort') : trouble}
          maxLength={LONGEST_PROMO}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={typed ?? code ?? ''}
          onChange={(event) => {
            setTyped(event.target.value)
            setTooShort(false)
          }}
        />
        <Button type="submit" look="secondary" size="lg" className="mt-7.5 px-4!">
          {t('cart.promo.apply')}
        </Button>
      </div>
      {code !== null && (
        <Button look="quiet" className="-ml-3 justify-self-start" onClick={takeAway}>
          {t('cart.promo.without')}
        </Button>
      )}
    </form>
  )
}
