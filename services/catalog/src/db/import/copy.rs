//! Encodes rows in the binary format of PostgreSQL's COPY, the fastest way to insert rows.

use sqlx::{Encode, PgConnection, Postgres, encode::IsNull, postgres::PgArgumentBuffer};

const SIGNATURE: &[u8] = b"PGCOPY\n\xff\r\n\0";
const FLAGS_AND_EXTENSION_LENGTH: [u8; 8] = [0; 8];
const END_OF_DATA: i16 = -1;
const NULL_LENGTH: i32 = -1;

/// Each row begins with [`Self::begin_row`], followed by its columns in order.
pub struct CopyRows {
    columns: i16,
    bytes: PgArgumentBuffer,
}

impl CopyRows {
    pub fn with_columns(columns: i16) -> Self {
        let mut bytes = PgArgumentBuffer::default();
        bytes.extend_from_slice(SIGNATURE);
        bytes.extend_from_slice(&FLAGS_AND_EXTENSION_LENGTH);
        Self { columns, bytes }
    }

    pub fn begin_row(&mut self) {
        self.bytes.extend_from_slice(&self.columns.to_be_bytes());
    }

    /// The value must have the type of the column, because COPY does not convert types.
    pub fn add<'q, T: Encode<'q, Postgres>>(&mut self, value: T) -> sqlx::Result<&mut Self> {
        // Replaced when the length of the value is known.
        let length_at = self.bytes.len();
        self.bytes.extend_from_slice(&NULL_LENGTH.to_be_bytes());
        if let IsNull::No = value.encode(&mut self.bytes).map_err(sqlx::Error::Encode)? {
            let length = self.bytes.len() - length_at - size_of_val(&NULL_LENGTH);
            let length = i32::try_from(length).map_err(|error| sqlx::Error::Encode(error.into()))?;
            self.bytes[length_at..length_at + size_of_val(&NULL_LENGTH)].copy_from_slice(&length.to_be_bytes());
        }
        Ok(self)
    }

    /// The statement `copy` names table and columns.
    pub async fn send(mut self, tx: &mut PgConnection, copy: &'static str) -> sqlx::Result<()> {
        self.bytes.extend_from_slice(&END_OF_DATA.to_be_bytes());
        let mut table = tx.copy_in_raw(copy).await?;
        match table.send(self.bytes.as_slice()).await {
            Ok(_) => table.finish().await.map(drop),
            Err(error) => Err(error),
        }
    }
}
