import { useT } from '~shared/i18n/context'
import { LogoMark } from '~shared/ui/logo'

/** The card as it comes with the gift, while it is written. Readers hear the text from its field. */
export function GiftCard({ text }: { text: string }) {
  const t = useT()
  const isLong = text.length > 120
  return (
    <figure aria-hidden className="grid gap-2">
      <figcaption className="text-sm text-muted">{t('checkout.words.preview')}</figcaption>
      <div className="relative grid min-h-44 grid-cols-[minmax(0,1fr)] place-items-center overflow-hidden rounded-xl bg-linear-to-br from-rose via-peach to-lemon p-3.5 shadow-quiet">
        <div className="grid size-full grid-cols-[minmax(0,1fr)] content-center justify-items-center gap-3 rounded-lg border border-accent-text/25 px-4 py-5 text-center">
          <p
            className={`whitespace-pre-line text-pretty wrap-anywhere ${isLong ? 'text-[0.9375rem]' : 'text-lg'} ${text.trim() ? '' : 'text-muted'}`}
          >
            {text.trim() || t('checkout.words.empty')}
          </p>
          <LogoMark className="size-6" />
        </div>
      </div>
    </figure>
  )
}
