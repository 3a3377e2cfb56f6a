//! A city as far as an address depends on it.

pub struct City {
    pub districts: Vec<i64>,
    pub stations: Vec<i64>,
}

impl City {
    /// The district of an address here; where there are districts, one has to be chosen.
    pub fn district(&self, chosen: Option<i64>) -> Result<Option<i64>, &'static str> {
        match chosen {
            None if !self.districts.is_empty() => Err("required"),
            chosen => among(&self.districts, chosen),
        }
    }

    pub fn station(&self, chosen: Option<i64>) -> Result<Option<i64>, &'static str> {
        among(&self.stations, chosen)
    }
}

fn among(all: &[i64], chosen: Option<i64>) -> Result<Option<i64>, &'static str> {
    match chosen {
        Some(id) if !all.contains(&id) => Err("unknown_value"),
        chosen => Ok(chosen),
    }
}
