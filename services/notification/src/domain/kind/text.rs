//! Default titles and texts. `notification_text.rs` replaces the text for kinds with details, such as a price.

use kit::Language;

use super::Kind;

/// Title and text in each language.
struct Texts {
    az: (&'static str, &'static str),
    ru: (&'static str, &'static str),
    en: (&'static str, &'static str),
}

impl Kind {
    /// Returns title and text.
    pub fn default_text(self, language: Language) -> (&'static str, &'static str) {
        let Texts { az, ru, en } = self.default_texts();
        match language {
            Language::Az => az,
            Language::Ru => ru,
            Language::En => en,
        }
    }

    fn default_texts(self) -> Texts {
        match self {
            Self::Welcome => Texts {
                az: (
                    "Sovqata xoş gəlmisiniz!",
                    "Hesabınız hazırdır. Sevdiyiniz insana ilk hədiyyəni seçin: gözəl qablaşdırıb vaxtında çatdıraq.",
                ),
                ru: (
                    "Добро пожаловать в Sovqat!",
                    "Ваш аккаунт готов. Выберите первый подарок для близкого человека, а мы красиво упакуем его и привезём вовремя.",
                ),
                en: (
                    "Welcome to Sovqat!",
                    "Your account is ready. Choose a first gift for someone you love: we will wrap it nicely and bring it on time.",
                ),
            },
            Self::Security => Texts {
                az: (
                    "Hesabınızı qoruduq",
                    "Kimsə köhnə sessiyanızdan istifadə etməyə çalışmış ola bilər. Ehtiyat üçün o sessiyanı bağladıq. Bu siz deyildinizsə, şifrənizi dəyişin.",
                ),
                ru: (
                    "Мы защитили ваш аккаунт",
                    "Возможно, кто-то пытался воспользоваться вашей старой сессией. На всякий случай мы её завершили. Если это были не вы, смените пароль.",
                ),
                en: (
                    "We protected your account",
                    "Someone may have tried to use an old session of yours. To be safe, we signed it out. If it was not you, change your password.",
                ),
            },
            Self::PasswordChanged => Texts {
                az: (
                    "Şifrəniz dəyişdirildi",
                    "Hesabınızın şifrəsi dəyişdirildi, digər cihazlarda çıxış edildi. Bu siz deyildinizsə, dərhal yeni şifrə seçin.",
                ),
                ru: (
                    "Пароль изменён",
                    "Пароль вашего аккаунта изменён, сеансы на других устройствах завершены. Если это были не вы, сразу выберите новый пароль.",
                ),
                en: (
                    "Your password was changed",
                    "The password of your account was changed, and your other devices were signed out. If it was not you, choose a new password at once.",
                ),
            },
            Self::EmailChanged => Texts {
                az: (
                    "E-poçt ünvanınız dəyişdirildi",
                    "Bundan sonra məktublarımız yeni ünvanınıza gələcək. Bu siz deyildinizsə, şifrənizi dəyişin və bizə yazın.",
                ),
                ru: (
                    "E-mail изменён",
                    "Теперь наши письма будут приходить на новый адрес. Если это были не вы, смените пароль и напишите нам.",
                ),
                en: (
                    "Your e-mail address was changed",
                    "From now on our letters go to the new address. If it was not you, change your password and write to us.",
                ),
            },
            Self::BirthdayNear => Texts {
                az: ("Ad günü yaxınlaşır", "Yaxınlarınızdan birinin ad günü yaxınlaşır. Hədiyyəni indidən seçin."),
                ru: (
                    "Скоро день рождения",
                    "Скоро день рождения у кого-то из ваших близких. Выберите подарок заранее.",
                ),
                en: ("A birthday is near", "Somebody close to you has a birthday soon. Choose a gift in good time."),
            },
            Self::BirthdayToday => Texts {
                az: (
                    "Ad gününüz mübarək!",
                    "Sizi ürəkdən təbrik edirik. Arzularınız çin olsun, gününüz sevinclə dolsun!",
                ),
                ru: (
                    "С днём рождения!",
                    "Поздравляем вас от всего сердца. Пусть мечты сбываются, а день будет радостным!",
                ),
                en: (
                    "Happy birthday!",
                    "We congratulate you with all our heart. May your wishes come true and the day be full of joy!",
                ),
            },
            Self::InfluencerApproved => Texts {
                az: (
                    "Artıq Sovqat influenserisiniz!",
                    "Müraciətiniz təsdiqləndi. İlk siyahınızı yaradın və izləyicilərinizlə paylaşın.",
                ),
                ru: (
                    "Вы теперь инфлюенсер Sovqat!",
                    "Ваша заявка одобрена. Создайте первый список и поделитесь им с подписчиками.",
                ),
                en: (
                    "You are a Sovqat influencer now!",
                    "Your application was approved. Make your first list and share it with your followers.",
                ),
            },
            Self::InfluencerDeclined => Texts {
                az: (
                    "Müraciətinizə baxıldı",
                    "Təəssüf ki, bu dəfə influenser müraciətinizi təsdiqləyə bilmədik. Səbəbi hesabınızda yazmışıq.",
                ),
                ru: (
                    "Мы рассмотрели вашу заявку",
                    "К сожалению, на этот раз мы не смогли одобрить заявку инфлюенсера. Причину вы найдёте в аккаунте.",
                ),
                en: (
                    "We looked at your application",
                    "We are sorry that we could not approve your influencer application this time. The reason is in your account.",
                ),
            },
            Self::CampaignStarted => Texts {
                az: ("İzlədiyiniz mağazada endirim", "İzlədiyiniz mağazada yeni kampaniya başladı."),
                ru: ("Скидки в вашем магазине", "В магазине, на который вы подписаны, началась акция."),
                en: ("A store you follow has a sale", "A campaign has begun in a store that you follow."),
            },
            Self::PriceDropped => Texts {
                az: ("Sevimliniz ucuzlaşdı", "Sevimlilərinizdəki bir məhsulun qiyməti düşdü."),
                ru: ("Избранное подешевело", "Снизилась цена на товар из вашего избранного."),
                en: ("A favourite costs less", "The price of one of your favourites has dropped."),
            },
            Self::BackInStock => Texts {
                az: ("Sevimliniz yenidən satışda", "Sevimlilərinizdəki bir məhsul yenidən satışdadır."),
                ru: ("Избранное снова в продаже", "Товар из вашего избранного снова можно заказать."),
                en: ("A favourite is back", "One of your favourites can be ordered again."),
            },
            Self::ReviewPublished => Texts {
                az: ("Rəyiniz dərc olundu", "Təşəkkür edirik: rəyiniz başqalarına seçim etməyə kömək edəcək."),
                ru: ("Ваш отзыв опубликован", "Спасибо: ваш отзыв поможет другим с выбором."),
                en: ("Your review is published", "Thank you: your review will help others to choose."),
            },
            Self::ReviewRejected => Texts {
                az: ("Rəyiniz dərc olunmadı", "Rəyinizi bu şəkildə dərc edə bilmədik. Səbəbi rəylərinizdə yazmışıq."),
                ru: (
                    "Отзыв не опубликован",
                    "Мы не смогли опубликовать ваш отзыв в таком виде. Причину вы найдёте в своих отзывах.",
                ),
                en: (
                    "Your review was not published",
                    "We could not publish your review as it is. You will find the reason among your reviews.",
                ),
            },
            Self::ReviewAnswered => Texts {
                az: ("Rəyinizə cavab gəldi", "Kimsə rəyinizə cavab yazıb."),
                ru: ("На ваш отзыв ответили", "Кто-то ответил на ваш отзыв."),
                en: ("Your review has a reply", "Somebody replied to your review."),
            },
            Self::BonusesExpiring => Texts {
                az: ("Bonuslarınızın vaxtı bitir", "Bonuslarınızın bir hissəsinin müddəti tezliklə bitir."),
                ru: ("Скоро сгорят бонусы", "Часть ваших бонусов скоро сгорит."),
                en: ("Your bonuses expire soon", "Some of your bonuses expire soon."),
            },
            Self::CashoutPaid => Texts {
                az: ("Qazancınız ödənildi", "Qazancınızı kartınıza göndərdik."),
                ru: ("Заработок выплачен", "Мы отправили ваш заработок на карту."),
                en: ("Your earnings were paid out", "We sent your earnings to your card."),
            },
            Self::CashoutFailed => Texts {
                az: ("Qazancınız karta köçürülmədi", "Bank köçürməni aparmadı. Məbləğ qazanc balansınıza qaytarıldı."),
                ru: ("Выплата на карту не прошла", "Банк не выполнил перевод. Сумма вернулась на баланс заработка."),
                en: (
                    "The payment to your card failed",
                    "The bank did not make the transfer. The amount is back in your earnings.",
                ),
            },
            Self::CashoutDeclined => Texts {
                az: (
                    "Çıxarış sorğunuz qəbul edilmədi",
                    "Məbləğ qazanc balansınıza qaytarıldı. Səbəbi qazanc səhifənizdə yazmışıq.",
                ),
                ru: (
                    "Запрос на выплату отклонён",
                    "Сумма вернулась на баланс заработка. Причина указана на странице заработка.",
                ),
                en: (
                    "Your cash-out was declined",
                    "The amount is back in your earnings. You will find the reason on your earnings page.",
                ),
            },
        }
    }
}
